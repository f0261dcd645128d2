// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.roles;

import io.keylift.bulkimport.kind.shared.reference.KnownRole;
import io.keylift.bulkimport.kind.shared.table.ChildRows;
import io.keylift.bulkimport.kind.shared.table.ChildTable;
import io.keylift.bulkimport.kind.spi.FieldRule;
import io.keylift.bulkimport.rows.BulkDelete;
import io.keylift.bulkimport.rows.BulkInsert;
import io.keylift.bulkimport.rows.Queries;
import jakarta.persistence.EntityManager;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.keycloak.models.jpa.entities.CompositeRoleEntity;
import org.keycloak.models.jpa.entities.RoleEntity;

/** The table of the roles in composite roles. */
record CompositeTable(String field, FieldRule rule)
        implements ChildTable<RoleEntity, RoleWork, Set<CompositeTable.Part>> {

    /** A role that another includes; {@code client} is the internal id of its client, {@code null} for a realm role. */
    record Part(String id, String name, String client) {}

    @Override
    public Set<Part> none() {
        return Set.of();
    }

    @Override
    public Map<String, Set<Part>> load(Queries queries, Collection<String> ids) {
        Map<String, Set<Part>> values = new HashMap<>();
        queries.select(
                        "select c.parentRole.id, r.id, r.name, r.clientId from CompositeRoleEntity c"
                                + " join c.childRole r where c.parentRole.id in (:values)",
                        ids,
                        Map.of())
                .forEach(row -> values.computeIfAbsent((String) row[0], id -> new HashSet<>())
                        .add(new Part((String) row[1], (String) row[2], (String) row[3])));
        return values;
    }

    @Override
    public boolean isRead(RoleWork work) {
        return work.record.composites() != null;
    }

    @Override
    public Set<Part> wanted(RoleWork work, Set<Part> stored, boolean merge) {
        if (!isRead(work)) {
            return stored;
        }
        Set<Part> wanted = new HashSet<>();
        work.composites.values().forEach(role -> wanted.add(part(role)));
        stored.stream()
                .filter(part -> merge || !work.givesComposites(part.client()))
                .forEach(wanted::add);
        return wanted;
    }

    private static Part part(KnownRole role) {
        return new Part(
                role.id(),
                role.name(),
                role.client() == null ? null : role.client().id());
    }

    /** Parts that are in the first set and not in the second. */
    static List<Part> without(Set<Part> some, Set<Part> others) {
        return some.stream().filter(part -> !others.contains(part)).toList();
    }

    @Override
    public ChildRows<RoleEntity, Set<Part>> rows(EntityManager em) {
        List<CompositeRoleEntity> obsolete = new ArrayList<>();
        List<CompositeRoleEntity> added = new ArrayList<>();
        return new ChildRows<>() {
            @Override
            public void change(RoleEntity row, String id, Set<Part> before, Set<Part> after) {
                without(before, after).forEach(part -> obsolete.add(new CompositeRoleEntity(row, reference(part))));
                without(after, before).forEach(part -> added.add(new CompositeRoleEntity(row, reference(part))));
            }

            @Override
            public void write() {
                BulkDelete.delete(em, obsolete);
                BulkInsert.insert(em, added);
            }
        };
    }

    private static RoleEntity reference(Part part) {
        RoleEntity role = new RoleEntity();
        role.setId(part.id());
        return role;
    }
}
