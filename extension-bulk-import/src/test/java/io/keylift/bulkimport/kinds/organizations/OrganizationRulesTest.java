// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.organizations;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import io.keylift.bulkimport.job.IfExists;
import io.keylift.bulkimport.job.Reject;
import io.keylift.bulkimport.kind.spi.Item;
import io.keylift.bulkimport.kind.spi.RejectCode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class OrganizationRulesTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"name\": \"acme\"}",
                "{\"name\": \"Acme & Co: #1\", \"alias\": \"acme\"}",
                "{\"name\": \"Ünïcode\", \"alias\": \"ünï-code.1_x\"}",
                "{\"name\": \"acme\", \"alias\": \"\", \"id\": \"\", \"redirectUrl\": \"\", \"description\": \"\"}",
                "{\"name\": \"acme\", \"redirectUrl\": \"http://localhost:8080/x?y=z#f\"}",
                "{\"name\": \"acme\", \"domains\": [\"acme.com\", \"*.acme.com\", \" ACME.org \", null,"
                        + " \"localhost\"]}",
                "{\"name\": \"acme\", \"attributes\": {\"a\": [], \"b\": null, \"c\": [null, \"x\"], \"\": \"y\"}}",
                "{\"name\": \"acme\", \"members\": [], \"identityProviders\": [], \"groups\": []}"
            })
    void acceptsWhatKeycloakAccepts(String json) throws JsonProcessingException {
        assertThat(check(json, IfExists.FAIL)).isNull();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{}                                                     | missing           | /name",
                "{\"name\": \"  \", \"alias\": \"acme\"}                | missing           | /name",
                "{\"name\": \"Acme Inc\"}                               | invalid           | /name",
                "{\"name\": \"acme\\u0000\"}                            | invalid           | /name",
                "{\"name\": \"Acme\", \"alias\": \"ac me\"}             | invalid           | /alias",
                "{\"name\": \"Acme\", \"alias\": \" \"}                 | invalid           | /alias",
                "{\"name\": \"Acme\", \"alias\": \"ac\\\\me\"}          | invalid           | /alias",
                "{\"name\": \"Acme\", \"alias\": \"ac[me\"}             | invalid           | /alias",
                "{\"name\": \"acme\", \"id\": \"a b\"}                  | invalid           | /id",
                "{\"name\": \"acme\", \"redirectUrl\": \"acme.com\"}    | invalid           | /redirectUrl",
                "{\"name\": \"acme\", \"redirectUrl\": \"ftp://acme\"}  | invalid           | /redirectUrl",
                "{\"name\": \"acme\", \"redirectUrl\": \"http://a b\"}  | invalid           | /redirectUrl",
                "{\"name\": \"acme\", \"domains\": [\"a.com\", \" \"]}  | missing           | /domains/1/name",
                "{\"name\": \"acme\", \"domains\": [{}]}                | missing           | /domains/0/name",
                "{\"name\": \"acme\", \"domains\": [\"a b.com\"]}       | invalid           | /domains/0/name",
                "{\"name\": \"acme\", \"domains\": [\"*.com\"]}         | invalid           | /domains/0/name",
                "{\"name\": \"acme\", \"domains\": [\"*.\"]}            | invalid           | /domains/0/name",
                "{\"name\": \"acme\", \"domains\": [\"x.*.acme.com\"]}  | invalid           | /domains/0/name",
                "{\"name\": \"acme\", \"attributes\": {\"a/b~\": \"\\u0000\"}} | invalid    | /attributes/a~1b~0/0",
                "{\"name\": \"acme\", \"members\": [{\"id\": \"u\"}]}   | unsupported_field | /members",
                "{\"name\": \"acme\", \"identityProviders\": [{}]}      | unsupported_field | /identityProviders",
                "{\"name\": \"acme\", \"groups\": [{}]}                 | unsupported_field | /groups"
            })
    void rejectsWhatKeycloakRefuses(String json, String code, String pointer) throws JsonProcessingException {
        Reject reject = check(json, IfExists.OVERWRITE);

        assertThat(reject).isNotNull();
        assertThat(reject.code()).isEqualTo(code);
        assertThat(reject.pointer()).isEqualTo(pointer);
        assertThat(reject.message()).isNotBlank();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"name\": \"%s\"}                                      | 255  | /name",
                "{\"name\": \"acme\", \"alias\": \"%s\"}                 | 255  | /alias",
                "{\"name\": \"acme\", \"description\": \"%s\"}           | 4000 | /description",
                "{\"name\": \"acme\", \"attributes\": {\"a\": \"%s\"}}   | 255  | /attributes/a/0"
            })
    void rejectsWhatKeycloaksColumnsCannotHold(String json, int max, String pointer) throws JsonProcessingException {
        assertThat(check(json.formatted("x".repeat(max)), IfExists.FAIL)).isNull();
        // Two UTF-16 units, one character of the database.
        assertThat(check(json.formatted("\uD83D\uDE80".repeat(max)), IfExists.FAIL))
                .isNull();
        assertTooLong(check(json.formatted("x".repeat(max + 1)), IfExists.FAIL), pointer);
    }

    @Test
    void rejectsLongUrlsAndDomains() throws JsonProcessingException {
        String url = "https://acme.com/";
        String withUrl = "{\"name\": \"acme\", \"redirectUrl\": \"%s\"}";
        assertThat(check(withUrl.formatted(url + "x".repeat(2048 - url.length())), IfExists.FAIL))
                .isNull();
        assertTooLong(check(withUrl.formatted(url + "x".repeat(2049 - url.length())), IfExists.FAIL), "/redirectUrl");
        String withDomain = "{\"name\": \"acme\", \"domains\": [\"%s\"]}";
        assertTooLong(check(withDomain.formatted("a.".repeat(127) + "com"), IfExists.FAIL), "/domains/0/name");
    }

    @Test
    void aMergeMayLeaveTheNameAlone() throws JsonProcessingException {
        assertThat(check("{\"alias\": \"acme\", \"enabled\": false}", IfExists.MERGE))
                .isNull();
        assertThat(check("{\"alias\": \"acme\", \"name\": \"\"}", IfExists.MERGE))
                .isNotNull();
        assertThat(check("{\"alias\": \"acme\"}", IfExists.SKIP)).isNotNull();
        assertThat(check("{\"enabled\": false}", IfExists.MERGE)).isNotNull();
    }

    private static void assertTooLong(Reject reject, String pointer) {
        assertThat(reject).isNotNull();
        assertThat(reject.code()).isEqualTo(RejectCode.TOO_LONG);
        assertThat(reject.pointer()).isEqualTo(pointer);
    }

    private static Reject check(String json, IfExists ifExists) throws JsonProcessingException {
        OrganizationRecord organization = OrganizationRecordTest.read(json);
        Item<OrganizationRecord> item = new Item<>(1, organization, organization.effectiveAlias());
        new OrganizationRules(ifExists).check(item);
        return item.reject();
    }
}
