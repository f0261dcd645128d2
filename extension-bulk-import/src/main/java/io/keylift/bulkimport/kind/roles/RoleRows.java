// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.roles;

import io.keylift.bulkimport.rows.BulkDelete;
import io.keylift.bulkimport.rows.BulkInsert;
import io.keylift.bulkimport.rows.Ids;
import jakarta.persistence.EntityManager;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.keycloak.models.jpa.entities.CompositeRoleEntity;
import org.keycloak.models.jpa.entities.RoleAttributeEntity;
import org.keycloak.models.jpa.entities.RoleEntity;

/** Rows of a chunk to insert and to delete, collected and then written table by table. */
final class RoleRows {

    private final String realmId;
    private final List<RoleEntity> roles = new ArrayList<>();
    private final List<RoleAttributeEntity> attributes = new ArrayList<>();
    private final List<CompositeRoleEntity> composites = new ArrayList<>();
    private final List<Object> removed = new ArrayList<>();

    RoleRows(String realmId) {
        this.realmId = realmId;
    }

    /** Adds a new role as Keycloak's JPA provider creates it. */
    void add(RoleWork work) {
        RoleEntity role = new RoleEntity();
        role.setId(work.id);
        role.setName(work.record.name());
        role.setDescription(work.record.description());
        role.setRealmId(realmId);
        if (work.client != null) {
            // In this order: Keycloak's entity uses the value that was set last for its unique constraint.
            role.setClientId(work.client.id());
            role.setClientRole(true);
        }
        roles.add(role);
        if (work.record.attributes() != null) {
            for (Map.Entry<String, List<String>> attribute :
                    work.record.attributes().entrySet()) {
                if (attribute.getValue() != null) {
                    attribute.getValue().forEach(value -> attribute(role, attribute.getKey(), value));
                }
            }
        }
        work.composites.keySet().forEach(id -> composite(role, id));
    }

    void attribute(RoleEntity role, String name, String value) {
        RoleAttributeEntity attribute = new RoleAttributeEntity();
        attribute.setId(Ids.next());
        attribute.setRole(role);
        attribute.setName(name);
        attribute.setValue(value);
        attributes.add(attribute);
    }

    void composite(RoleEntity role, String id) {
        composites.add(new CompositeRoleEntity(role, reference(id)));
    }

    void removeAttribute(String id) {
        RoleAttributeEntity attribute = new RoleAttributeEntity();
        attribute.setId(id);
        removed.add(attribute);
    }

    void removeComposite(RoleEntity role, String id) {
        removed.add(new CompositeRoleEntity(role, reference(id)));
    }

    private static RoleEntity reference(String id) {
        RoleEntity role = new RoleEntity();
        role.setId(id);
        return role;
    }

    /** Deletes obsolete rows, then inserts the new ones, referenced tables first. */
    void write(EntityManager em) {
        BulkDelete.delete(em, removed);
        BulkInsert.insert(em, roles);
        BulkInsert.insert(em, attributes);
        BulkInsert.insert(em, composites);
    }
}
