// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.resources;

import static org.assertj.core.api.Assertions.assertThat;

import io.keylift.bulkimport.kind.shared.table.EntityPlan;
import io.keylift.bulkimport.kind.shared.table.StoredEntity;
import io.keylift.bulkimport.kind.spi.Item;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.keycloak.authorization.jpa.entities.ResourceEntity;
import org.keycloak.authorization.jpa.entities.ScopeEntity;

/** The changes that a record makes to a resource. */
class ResourceTableTest {

    private final ResourceEntity row = new ResourceEntity();
    private final ResourceRecord record = new ResourceRecord();

    @BeforeEach
    void store() {
        row.setDisplayName("old");
        row.setOwnerManagedAccess(true);
    }

    private EntityPlan<ResourceEntity> plan(boolean merge, ScopeEntity... scopes) {
        StoredEntity<ResourceEntity> stored = new StoredEntity<>(
                row,
                Map.of(
                        ResourceTable.URIS,
                        Set.of("/a"),
                        ResourceTable.SCOPES,
                        Set.of("view"),
                        ResourceTable.ATTRIBUTES,
                        Map.of("a", List.of("1"))));
        ResourceWork work = new ResourceWork(new Item<>(1, record, null));
        work.scopes.addAll(List.of(scopes));
        return ResourceTable.TABLE.plan(stored, work, merge);
    }

    private static ScopeEntity scope(String id) {
        ScopeEntity scope = new ScopeEntity();
        scope.setId(id);
        return scope;
    }

    @Test
    void overwritingResetsWhatTheRecordLeavesOutExceptAttributes() {
        EntityPlan<ResourceEntity> plan = plan(false);

        assertThat(plan.changes("displayName")).isTrue();
        assertThat(plan.changes("ownerManagedAccess")).isTrue();
        assertThat(plan.changes("type")).isFalse();
        assertThat(plan.after(ResourceTable.URIS)).isEmpty();
        assertThat(plan.after(ResourceTable.SCOPES)).isEmpty();
        assertThat(plan.changes(ResourceTable.ATTRIBUTES)).isFalse();
    }

    @Test
    void mergingKeepsWhatTheRecordLeavesOut() {
        assertThat(plan(true).isChange()).isFalse();
    }

    @Test
    void mergingAddsUrisScopesAndAttributes() {
        record.setUris(Set.of("/b"));
        record.setAttributes(Map.of("b", List.of("2")));

        EntityPlan<ResourceEntity> plan = plan(true, scope("edit"));

        assertThat(plan.changesRow()).isFalse();
        assertThat(plan.after(ResourceTable.URIS)).containsExactlyInAnyOrder("/a", "/b");
        assertThat(plan.after(ResourceTable.SCOPES)).containsExactlyInAnyOrder("view", "edit");
        assertThat(plan.after(ResourceTable.ATTRIBUTES)).containsOnlyKeys("a", "b");
    }
}
