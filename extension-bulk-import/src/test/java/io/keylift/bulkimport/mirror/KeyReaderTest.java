// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.mirror;

import static org.assertj.core.api.Assertions.assertThat;

import io.keylift.bulkimport.kind.spi.ImportKind;
import java.nio.charset.StandardCharsets;
import java.util.ServiceLoader;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class KeyReaderTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            users                | {"username":"jdoe","colour":1,"enabled":"perhaps"} | jdoe
            users                | {"username":"jdoe","id":["a","b"]} | jdoe
            organization-members | {"organization":"acme","username":"jdoe","membershipType":"LIFELONG"} | acme:jdoe
            groups               | {"path":"/staff","attributes":7} | /staff
            role-mappings        | {"username":"jdoe","realmRoles":{"a":1}} | jdoe
            roles                | {"name":"clerk","composites":"none"} | clerk
            clients              | {"clientId":"shop","redirectUris":{"a":1}} | shop
            """)
    void theKeyOfARejectedRecordIsReadWhateverIsBesideIt(String kind, String record, String key) {
        assertThat(key(kind(kind), record)).isEqualTo(key);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"username\":\"jdoe",
                "{\"username\":\"jdoe\"} {\"username\":\"roe\"}",
                "{\"username\":\"jdoe\",\"username\":\"roe\"}",
                "{\"username\":{\"a\":1}}",
                "{\"username\":\"j\\u0000doe\"}",
                "[\"jdoe\"]",
                "jdoe",
                "null",
                ""
            })
    void aKeyThatMayBeAnyIsNone(String record) {
        assertThat(key(kind("users"), record)).isNull();
    }

    private static <R> String key(ImportKind<R, ?> kind, String record) {
        R read = new KeyReader<>(kind).read(record.getBytes(StandardCharsets.UTF_8));
        return read == null ? null : kind.key(read);
    }

    private static ImportKind<?, ?> kind(String id) {
        return ServiceLoader.load(ImportKind.class).stream()
                .<ImportKind<?, ?>>map(ServiceLoader.Provider::get)
                .filter(any -> any.getId().equals(id))
                .findAny()
                .orElseThrow();
    }
}
