// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.clientscopes;

import io.keylift.bulkimport.kind.shared.table.ChildRows;
import io.keylift.bulkimport.kind.shared.table.ChildTable;
import io.keylift.bulkimport.kind.spi.FieldRule;
import io.keylift.bulkimport.rows.BulkInsert;
import io.keylift.bulkimport.rows.Queries;
import jakarta.persistence.EntityManager;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.keycloak.models.jpa.entities.ClientScopeEntity;
import org.keycloak.models.jpa.entities.DefaultClientScopeRealmMappingEntity;
import org.keycloak.models.jpa.entities.RealmEntity;

/** The table of the client scopes that new clients of the realm get: a row for each. */
record AssignmentTable(String field, FieldRule rule)
        implements ChildTable<ClientScopeEntity, ClientScopeWork, Assignment> {

    @Override
    public Assignment none() {
        return Assignment.NONE;
    }

    @Override
    public Map<String, Assignment> load(Queries queries, Collection<String> ids) {
        Map<String, Assignment> values = new HashMap<>();
        queries.select(
                        "select m.clientScopeId, m.defaultScope from DefaultClientScopeRealmMappingEntity m"
                                + " where m.clientScopeId in (:values)",
                        ids,
                        Map.of())
                .forEach(row -> values.put((String) row[0], Assignment.of((Boolean) row[1])));
        return values;
    }

    @Override
    public Assignment wanted(ClientScopeWork work, Assignment stored, boolean merge) {
        return work.record.getAssignment() == null ? stored : work.record.getAssignment();
    }

    @Override
    public ChildRows<ClientScopeEntity, Assignment> rows(EntityManager em) {
        List<String> obsolete = new ArrayList<>();
        List<DefaultClientScopeRealmMappingEntity> added = new ArrayList<>();
        return new ChildRows<>() {
            @Override
            public void change(ClientScopeEntity row, String id, Assignment before, Assignment after) {
                if (before != Assignment.NONE) {
                    obsolete.add(id);
                }
                if (after != Assignment.NONE) {
                    DefaultClientScopeRealmMappingEntity assignment = new DefaultClientScopeRealmMappingEntity();
                    assignment.setRealm(em.getReference(RealmEntity.class, row.getRealmId()));
                    assignment.setClientScopeId(id);
                    assignment.setDefaultScope(after == Assignment.DEFAULT);
                    added.add(assignment);
                }
            }

            @Override
            public void write() {
                new Queries(em)
                        .execute(
                                "delete from DefaultClientScopeRealmMappingEntity m where m.clientScopeId in (:values)",
                                obsolete,
                                Map.of());
                BulkInsert.insert(em, added);
            }
        };
    }
}
