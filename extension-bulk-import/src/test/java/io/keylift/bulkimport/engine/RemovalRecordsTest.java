// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.keylift.bulkimport.input.InputRecord;
import io.keylift.bulkimport.job.IdMode;
import io.keylift.bulkimport.job.Operation;
import io.keylift.bulkimport.kind.spi.ImportKind;
import io.keylift.bulkimport.kind.spi.Item;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.ServiceLoader;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RemovalRecordsTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            users                | {"username":"jdoe","createdTimestamp":"x","colour":1,"organizations":{"a":[]}} | jdoe
            organization-members | {"organization":"a","username":"jdoe","membershipType":"LIFELONG","note":1} | a:jdoe
            department-members   | {"organization":"a","department":"/b","email":"j@x.org","note":["a"]} | a:/b:j@x.org
            identity-providers   | {"alias":"social","providerId":7,"config":["a"],"colour":1} | social
            group-members        | {"group":"/staff","userId":"f-1","membershipType":"UNMANAGED"} | /staff:f-1
            scopes               | {"client":"vault","name":"open","displayName":[],"note":1} | open
            policies             | {"client":"vault","name":"staff","type":"none","roles":1} | staff
            permissions          | {"client":"vault","name":"open","type":[],"scopes":{}} | open
            role-mappings        | {"username":"jdoe","realmRoles":["auditor"],"note":{}} | jdoe
            scope-mappings       | {"client":"shop","realmRoles":["auditor"],"note":{}} | shop
            capabilities         | {"name":"orders.view","source":"shop","endpoints":"x","colour":1} | orders.view
            capability-sets      | {"name":"order-clerk","members":{}} | order-clerk
            role-capabilities    | {"role":"clerk","client":"shop","set":["orders.view"],"remove":{}} | clerk
            user-capabilities    | {"email":"j@x.org","add":["orders.view"],"strict":"perhaps"} | j@x.org
            """)
    void onlyTheKeyIsRead(String kind, String record, String key) {
        Item<?> removal = parse(kind, record, Operation.REMOVE);

        assertThat(removal.reject()).isNull();
        assertThat(removal.key()).isEqualTo(key);
        assertThat(parse(kind, record, Operation.IMPORT).reject()).isNotNull();
    }

    @Test
    void theKeyItselfIsReadAsInAnImport() {
        assertThat(parse("users", "{\"username\":[\"jdoe\"]}", Operation.REMOVE).reject())
                .satisfies(reject -> {
                    assertThat(reject.code()).isEqualTo("wrong_type");
                    assertThat(reject.pointer()).isEqualTo("/username");
                });
        for (String broken :
                List.of("{\"username\":\"a\",\"username\":\"b\"}", "{\"x\":1,\"x\":2}", "[]", "null", "{} {}", "{")) {
            assertThat(parse("users", broken, Operation.REMOVE).reject())
                    .as(broken)
                    .satisfies(reject -> assertThat(reject.code()).isEqualTo("malformed_json"));
        }
    }

    private static Item<?> parse(String kind, String record, Operation operation) {
        ImportKind<?, ?> found = ServiceLoader.load(ImportKind.class).stream()
                .<ImportKind<?, ?>>map(ServiceLoader.Provider::get)
                .filter(any -> any.getId().equals(kind))
                .findFirst()
                .orElseThrow();
        return new RecordParser<>(
                        found,
                        operation,
                        new GivenIdFields(Set.of()),
                        IdMode.STRICT,
                        DropRules.none(),
                        new KnownRecords(1 << 20))
                .parse(InputRecord.of(1, record.getBytes(StandardCharsets.UTF_8)));
    }
}
