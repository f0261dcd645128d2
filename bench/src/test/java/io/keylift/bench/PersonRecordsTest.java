// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bench;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.it.http.AdminHttp;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PersonRecordsTest {

    private static final int PERSONS = 500;

    private final PersonRecords records = PersonRecords.of(PERSONS);

    @Test
    void aChangeIsOneOfOneField() {
        JsonNode before = record(3, RecordState.NEW);
        JsonNode after = record(3, RecordState.NEW.changed());

        assertThat(after.get("lastName").asText())
                .isEqualTo("A" + before.get("lastName").asText());
        assertThat(without(after, "lastName")).isEqualTo(without(before, "lastName"));
    }

    @Test
    void theCredentialAloneIsLeftOut() {
        JsonNode with = record(3, RecordState.NEW.changed());

        assertThat(with.get("credentials")).isNotEmpty();
        assertThat(record(3, RecordState.NEW.changed().withoutCredential())).isEqualTo(without(with, "credentials"));
    }

    /** Each of all persons: which roles and organizations a person has is made up. */
    @Test
    void rolesGroupsOrganizationsAndAttributesChangeEachTime() {
        RecordState once = RecordState.NEW.reassigned();
        for (int i = 0; i < PERSONS; i++) {
            JsonNode before = record(i, RecordState.NEW);
            JsonNode first = record(i, once);
            JsonNode second = record(i, once.reassigned());
            for (String field : new String[] {"lastName", "attributes", "groups", "organizations"}) {
                assertThat(first.path(field)).as(field).isNotEqualTo(before.path(field));
                assertThat(second.path(field)).as(field).isNotEqualTo(first.path(field));
            }
            assertThat(second.get("realmRoles")).isNotEqualTo(first.get("realmRoles"));
        }
    }

    @Test
    void aPersonStaysInTheirOrganizationAndJoinsAnother() {
        assertThat(IntStream.range(0, PERSONS)).isNotEmpty().allSatisfy(index -> {
            JsonNode organizations = record(index, RecordState.NEW.reassigned()).get("organizations");

            assertThat(organizations.get(0))
                    .isEqualTo(record(index, RecordState.NEW).at("/organizations/0"));
            assertThat(organizations.findValuesAsText("alias")).hasSize(2).doesNotHaveDuplicates();
        });
    }

    private JsonNode record(int index, RecordState state) {
        return AdminHttp.parse(records.record(index, state));
    }

    private static JsonNode without(JsonNode record, String field) {
        return ((ObjectNode) record.deepCopy()).without(field);
    }
}
