// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.clientscopes;

import static org.assertj.core.api.Assertions.assertThat;

import io.keylift.bulkimport.kind.shared.table.EntityPlan;
import io.keylift.bulkimport.kind.shared.table.StoredEntity;
import io.keylift.bulkimport.kind.spi.Item;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.keycloak.models.jpa.entities.ClientScopeEntity;

/** The changes that a record makes to a client scope. */
class ClientScopeTableTest {

    private final ClientScopeEntity row = new ClientScopeEntity();
    private final ClientScopeRecord record = new ClientScopeRecord();

    @BeforeEach
    void store() {
        row.setDescription("old");
        row.setProtocol("saml");
    }

    private EntityPlan<ClientScopeEntity> plan(boolean merge) {
        StoredEntity<ClientScopeEntity> stored = new StoredEntity<>(
                row,
                Map.of(
                        ClientScopeTable.ASSIGNMENT,
                        Assignment.OPTIONAL,
                        ClientScopeTable.ATTRIBUTES,
                        Map.of("a", List.of("1"))));
        return ClientScopeTable.TABLE.plan(stored, new ClientScopeWork(new Item<>(1, record, null)), merge);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void whatTheRecordLeavesOutStays(boolean merge) {
        assertThat(plan(merge).isChange()).isFalse();
    }

    @ParameterizedTest
    @CsvSource(nullValues = "-", textBlock = """
            new, -,              true,  false
            old, -,              false, false
            -,   openid-connect, true,  true
            -,   saml,           false, false
            """)
    void theRowChangesByItsFields(String description, String protocol, boolean changes, boolean changesProtocol) {
        record.setDescription(description);
        record.setProtocol(protocol);

        assertThat(plan(false).changesRow()).isEqualTo(changes);
        assertThat(plan(false).changes("protocol")).isEqualTo(changesProtocol);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void attributesChangeByName(boolean merge) {
        Map<String, String> given = new HashMap<>();
        given.put("b", null);
        record.setAttributes(given);

        EntityPlan<ClientScopeEntity> plan = plan(merge);

        assertThat(plan.changes(ClientScopeTable.ATTRIBUTES)).isTrue();
        assertThat(plan.after(ClientScopeTable.ATTRIBUTES)).hasToString("{a=[1], b=[null]}");
        record.setAttributes(Map.of("a", "1"));
        assertThat(plan(merge).isChange()).isFalse();
    }

    @Test
    void theAssignmentIsReplaced() {
        record.setAssignment(Assignment.NONE);

        assertThat(plan(true).after(ClientScopeTable.ASSIGNMENT)).isEqualTo(Assignment.NONE);
        record.setAssignment(Assignment.OPTIONAL);
        assertThat(plan(true).isChange()).isFalse();
    }
}
