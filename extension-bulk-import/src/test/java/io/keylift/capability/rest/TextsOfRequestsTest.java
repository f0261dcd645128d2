// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.capability.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.bulkimport.job.Reject;
import io.keylift.bulkimport.kind.spi.Item;
import io.keylift.bulkimport.kind.spi.TextRules;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.keycloak.representations.idm.ErrorRepresentation;
import org.keycloak.services.ErrorResponseException;

/** Manifests and changes of assignments refuse a text with the code and the message that rejects a record with it. */
class TextsOfRequestsTest {

    private static final ObjectMapper JSON = new ObjectMapper();

    @ParameterizedTest
    @CsvSource({
        "capabilities, name, 255",
        "capabilities, resource, 255",
        "capabilities, action, 255",
        "capabilities, type, 255",
        "capabilities, description, 2000",
        "sets, name, 255",
        "sets, resource, 255",
        "sets, action, 255",
        "sets, type, 255",
        "sets, description, 2000"
    })
    void aTextOfAManifestKeepsToTheRulesOfRecords(String list, String field, int max) throws JsonProcessingException {
        for (String text : new String[] {"😀".repeat(max) + "x", "a\0b", "half \ud83d"}) {
            ObjectNode manifest = JSON.createObjectNode();
            manifest.putArray(list).addObject().put("name", "orders.view").put(field, text);
            ManifestRepresentation bad = JSON.treeToValue(manifest, ManifestRepresentation.class);

            assertRefusedAsInARecord(() -> bad.manifest("orders"), text, max, "/" + list + "/0/" + field);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"add", "remove"})
    void aNameInAChangeKeepsToTheRulesOfRecords(String list) throws JsonProcessingException {
        for (String text : new String[] {"n".repeat(256), "a\0b", "half \ud83d"}) {
            ObjectNode change = JSON.createObjectNode();
            change.putArray(list).add("orders.view").add(text);
            ChangeRepresentation bad = JSON.treeToValue(change, ChangeRepresentation.class);

            assertRefusedAsInARecord(() -> bad.partial("/0"), text, TextRules.NAME, "/0/" + list + "/1");
        }
    }

    private static void assertRefusedAsInARecord(Runnable request, String text, int max, String pointer) {
        ErrorResponseException refusal = catchThrowableOfType(ErrorResponseException.class, request::run);
        ErrorRepresentation error = (ErrorRepresentation) refusal.getResponse().getEntity();
        Item<String> item = new Item<>(1, text, text);
        TextRules.check(item, text, max, pointer);
        Reject reject = item.reject();

        assertThat(refusal.getResponse().getStatus()).isEqualTo(400);
        assertThat(error.getField()).isEqualTo(reject.pointer()).isEqualTo(pointer);
        assertThat(error.getErrorMessage()).isEqualTo(reject.message());
        assertThat(error.getParams()).containsExactly(reject.code());
    }
}
