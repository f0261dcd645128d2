// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.policies;

import io.keylift.bulkimport.rows.BulkInsert;
import io.keylift.bulkimport.rows.CollectionRows;
import jakarta.persistence.EntityManager;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.keycloak.authorization.jpa.entities.PolicyEntity;
import org.keycloak.authorization.jpa.entities.ResourceServerEntity;

/** Rows of a chunk's policies or permissions, collected and then written table by table. */
final class PolicyRows {

    private final EntityManager em;
    private final List<PolicyEntity> policies = new ArrayList<>();
    private final Rows config = new Rows("config");
    private final Rows associated = new Rows("associatedPolicies");
    private final Rows resources = new Rows("resources");
    private final Rows scopes = new Rows("scopes");

    /** Rows of a table to insert, and policies whose rows are deleted before. */
    private final class Rows {

        private final String property;
        private final List<CollectionRows.Row> added = new ArrayList<>();
        private final List<String> obsolete = new ArrayList<>();

        Rows(String property) {
            this.property = property;
        }

        void add(String policy, Collection<String> stored, Collection<String> wanted) {
            if (!stored.equals(wanted)) {
                replace(policy, stored.isEmpty());
                wanted.forEach(id -> added.add(new CollectionRows.Row(policy, null, id)));
            }
        }

        void replace(String policy, boolean isNew) {
            if (!isNew) {
                obsolete.add(policy);
            }
        }

        void write() {
            CollectionRows table = new CollectionRows(em, PolicyEntity.class, property);
            table.deleteAllOf(obsolete);
            table.insert(added);
        }
    }

    PolicyRows(EntityManager em) {
        this.em = em;
    }

    void add(PolicyWork<?> work) {
        if (work.isNew()) {
            PolicyEntity policy = new PolicyEntity();
            policy.setId(work.id);
            policy.setName(work.record.getName());
            policy.setType(work.record.getType());
            policy.setResourceServer(em.getReference(ResourceServerEntity.class, work.server));
            PolicyWork.COLUMNS.insert(policy, work.record);
            policies.add(policy);
        }
        if (!work.config.equals(work.stored.config())) {
            config.replace(work.id, work.stored.config().isEmpty());
            work.config.forEach((name, value) -> config.added.add(new CollectionRows.Row(work.id, name, value)));
        }
        associated.add(work.id, work.stored.policies(), work.policies);
        resources.add(work.id, work.stored.resources(), work.resources);
        scopes.add(work.id, work.stored.scopes(), work.scopes);
    }

    void write() {
        BulkInsert.insert(em, policies);
        config.write();
        associated.write();
        resources.write();
        scopes.write();
    }
}
