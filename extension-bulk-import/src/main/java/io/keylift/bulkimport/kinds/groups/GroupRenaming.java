// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.groups;

import io.keylift.bulkimport.kind.shared.reference.GroupCaches;
import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.rows.JdbcBatch;
import io.keylift.bulkimport.rows.Queries;
import jakarta.persistence.EntityManager;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.keycloak.models.jpa.entities.GroupEntity;
import org.keycloak.models.jpa.entities.UserGroupMembershipEntity;

/** Changes the ids of groups that were created as missing parents to those that later records give. */
final class GroupRenaming {

    private final EntityManager em;
    private final Queries rows;
    private final GroupCaches caches;

    GroupRenaming(ImportContext context, GroupCaches caches) {
        em = context.entityManager();
        rows = new Queries(em);
        this.caches = caches;
    }

    void rename(List<? extends GroupWork<?>> works) {
        List<String[]> ids = new ArrayList<>();
        List<String> former = new ArrayList<>();
        for (GroupWork<?> work : works) {
            if (work.isOpen() && work.formerId != null) {
                ids.add(new String[] {work.id, work.formerId});
                former.add(work.formerId);
            }
        }
        if (ids.isEmpty()) {
            return;
        }
        invalidateNeighbours(former);
        JdbcBatch.execute(em, GroupEntity.class, "update {table} set ID = ? where ID = ?", ids);
        JdbcBatch.execute(em, GroupEntity.class, "update {table} set PARENT_GROUP = ? where PARENT_GROUP = ?", ids);
        JdbcBatch.execute(
                em, UserGroupMembershipEntity.class, "update {table} set GROUP_ID = ? where GROUP_ID = ?", ids);
    }

    /** Invalidates all cache entries with the former ids: the groups, their children and their members. */
    private void invalidateNeighbours(List<String> former) {
        former.forEach(caches::invalidate);
        rows.list("select g.id from GroupEntity g where g.parentId in (:values)", String.class, former, Map.of())
                .forEach(caches::invalidate);
        rows.list(
                        "select m.user.id from UserGroupMembershipEntity m where m.groupId in (:values)",
                        String.class,
                        former,
                        Map.of())
                .forEach(caches::invalidateUser);
    }
}
