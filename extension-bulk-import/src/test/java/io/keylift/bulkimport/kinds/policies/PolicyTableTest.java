// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.policies;

import static org.assertj.core.api.Assertions.assertThat;

import io.keylift.bulkimport.kind.shared.table.EntityPlan;
import io.keylift.bulkimport.kind.shared.table.StoredEntity;
import io.keylift.bulkimport.kind.spi.Item;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.keycloak.authorization.jpa.entities.PolicyEntity;
import org.keycloak.representations.idm.authorization.Logic;

/** The changes that a record makes to a policy. */
class PolicyTableTest {

    @ParameterizedTest
    @CsvSource(nullValues = "-", textBlock = """
            false, -,        true
            false, NEGATIVE, false
            true,  -,        false
            true,  POSITIVE, true
            """)
    void overwritingResetsTheLogic(boolean merge, Logic given, boolean changes) {
        PermissionRecord record = new PermissionRecord();
        record.setLogic(given);
        PolicyEntity row = new PolicyEntity();
        row.setLogic(Logic.NEGATIVE);
        PolicyWork<PermissionRecord> work = new PolicyWork<>(new Item<>(1, record, null));
        work.policies = Set.of();
        work.resources = Set.of("invoice");
        work.scopes = Set.of("view");
        work.config = Map.of();

        EntityPlan<PolicyEntity> plan = PolicyTable.<PermissionRecord>of()
                .plan(new StoredEntity<>(row, Map.of(PolicyTable.RESOURCES, Set.of("invoice"))), work, merge);

        assertThat(plan.changes("logic")).isEqualTo(changes);
        assertThat(plan.after(PolicyTable.SCOPES)).containsExactly("view");
        assertThat(plan.changes(PolicyTable.RESOURCES)).isFalse();
        assertThat(plan.changes(PolicyTable.CONFIG)).isFalse();
    }
}
