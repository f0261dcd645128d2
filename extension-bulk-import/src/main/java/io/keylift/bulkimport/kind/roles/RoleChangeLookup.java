// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.roles;

import io.keylift.bulkimport.job.IfExists;
import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.kind.spi.RejectCode;
import io.keylift.bulkimport.rows.Queries;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.keycloak.models.jpa.entities.RoleEntity;

/** Loads the existing roles a chunk changes, one query for each of their tables, and plans the changes. */
final class RoleChangeLookup {

    private final ImportContext context;
    private final Queries rows;
    private final boolean merge;
    private final Map<String, StoredRole> stored = new HashMap<>();

    RoleChangeLookup(ImportContext context, Queries rows) {
        this.context = context;
        this.rows = rows;
        merge = context.spec().ifExists() == IfExists.MERGE;
    }

    void plan(List<RoleWork> works) {
        List<RoleWork> changing =
                works.stream().filter(work -> work.isOpen() && !work.isNew()).toList();
        load(changing);
        for (RoleWork work : changing) {
            StoredRole role = stored.get(work.existingId);
            if (role == null) {
                work.item.reject(RejectCode.CONFLICT, "", "The role has been removed in the meantime");
            } else {
                work.change = new RoleChange(role, work, merge);
                checkObsolete(work);
            }
        }
    }

    /** As in the Admin API, removing a role from a composite requires the same right as adding it. */
    private void checkObsolete(RoleWork work) {
        RoleRights rights = RoleRights.of(context);
        if (!work.change.obsoleteComposites().stream().allMatch(part -> rights.mayTakeOut(context, part.id()))) {
            work.item.reject(
                    RejectCode.FORBIDDEN,
                    "/composites",
                    "The caller does not have permission to remove a role that this role is composed of");
        }
    }

    private void load(List<RoleWork> works) {
        for (RoleEntity role : rows.list(
                "select r from RoleEntity r where r.id in (:values)",
                RoleEntity.class,
                ids(works, record -> true),
                Map.of())) {
            stored.put(role.getId(), new StoredRole(role));
        }
        for (Object[] row : rows.select(
                "select a.role.id, a.id, a.name, a.value from RoleAttributeEntity a where a.role.id in (:values)",
                ids(works, record -> record.attributes() != null),
                Map.of())) {
            stored.get((String) row[0])
                    .attributes
                    .add(new StoredRole.Attribute((String) row[1], (String) row[2], (String) row[3]));
        }
        for (Object[] row : rows.select(
                "select c.parentRole.id, r.id, r.name, r.clientId from CompositeRoleEntity c join c.childRole r"
                        + " where c.parentRole.id in (:values)",
                ids(works, record -> record.composites() != null),
                Map.of())) {
            StoredRole.Composite composite =
                    new StoredRole.Composite((String) row[1], (String) row[2], (String) row[3]);
            stored.get((String) row[0]).composites.put(composite.id(), composite);
        }
    }

    private static List<String> ids(List<RoleWork> works, Predicate<RoleRecord> wanted) {
        return works.stream()
                .filter(work -> wanted.test(work.record))
                .map(work -> work.existingId)
                .toList();
    }
}
