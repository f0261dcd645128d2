// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.clientscopes;

import io.keylift.bulkimport.kind.mappers.MapperRows;
import io.keylift.bulkimport.rows.BulkInsert;
import io.keylift.bulkimport.rows.JdbcBatch;
import io.keylift.bulkimport.rows.Queries;
import jakarta.persistence.EntityManager;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.keycloak.models.jpa.entities.ClientScopeAttributeEntity;
import org.keycloak.models.jpa.entities.ClientScopeEntity;
import org.keycloak.models.jpa.entities.DefaultClientScopeRealmMappingEntity;
import org.keycloak.models.jpa.entities.RealmEntity;

/** Rows of a chunk's client scopes to insert and to replace, collected and then written table by table. */
final class ClientScopeRows {

    private final EntityManager em;
    private final String realmId;
    private final MapperRows mappers;
    private final List<ClientScopeEntity> scopes = new ArrayList<>();
    private final List<ClientScopeAttributeEntity> attributes = new ArrayList<>();
    private final List<DefaultClientScopeRealmMappingEntity> assignments = new ArrayList<>();

    /** Id of the client scope and name of the attribute. */
    private final List<String[]> obsoleteAttributes = new ArrayList<>();

    private final List<String> obsoleteAssignments = new ArrayList<>();

    ClientScopeRows(EntityManager em, String realmId) {
        this.em = em;
        this.realmId = realmId;
        mappers = new MapperRows(em);
    }

    void add(ClientScopeWork work) {
        ClientScopeEntity scope = new ClientScopeEntity();
        scope.setId(work.id);
        scope.setRealmId(realmId);
        scope.setName(work.record.getName());
        scope.setDescription(work.record.getDescription());
        scope.setProtocol(work.record.getProtocol());
        scopes.add(scope);
        if (work.representation.getAttributes() != null) {
            addAttributes(scope, work.representation.getAttributes());
        }
        if (work.mappers != null) {
            work.mappers.forEach(mapper -> mappers.add(ClientScopeMappers.entity(mapper, scope)));
        }
        assign(work);
    }

    void change(ClientScopeWork work) {
        ClientScopeChange change = work.change;
        change.applyToRow();
        change.attributes.keySet().forEach(name -> obsoleteAttributes.add(new String[] {work.id, name}));
        addAttributes(change.stored.row(), change.attributes);
        mappers.delete(change.obsoleteMappers());
        change.addedMappers.forEach(mappers::add);
        change.changedMappers.forEach(mappers::add);
        if (work.changesAssignment()) {
            obsoleteAssignments.add(work.id);
            assign(work);
        }
    }

    private void addAttributes(ClientScopeEntity scope, Map<String, String> added) {
        added.forEach((name, value) -> {
            ClientScopeAttributeEntity attribute = new ClientScopeAttributeEntity();
            attribute.setClientScope(scope);
            attribute.setName(name);
            attribute.setValue(value);
            attributes.add(attribute);
        });
    }

    private void assign(ClientScopeWork work) {
        if (work.assignment() != Assignment.NONE) {
            DefaultClientScopeRealmMappingEntity assignment = new DefaultClientScopeRealmMappingEntity();
            assignment.setRealm(em.getReference(RealmEntity.class, realmId));
            assignment.setClientScopeId(work.id);
            assignment.setDefaultScope(work.assignment() == Assignment.DEFAULT);
            assignments.add(assignment);
        }
    }

    /** Deletes obsolete rows and inserts the new ones, referenced tables first. */
    void write() {
        BulkInsert.insert(em, scopes);
        JdbcBatch.execute(
                em,
                ClientScopeAttributeEntity.class,
                "delete from {table} where SCOPE_ID = ? and NAME = ?",
                obsoleteAttributes);
        BulkInsert.insert(em, attributes);
        mappers.write();
        new Queries(em)
                .execute(
                        "delete from DefaultClientScopeRealmMappingEntity m where m.clientScopeId in (:values)"
                                + " and m.realm.id = :realm",
                        obsoleteAssignments,
                        Map.of("realm", realmId));
        BulkInsert.insert(em, assignments);
    }
}
