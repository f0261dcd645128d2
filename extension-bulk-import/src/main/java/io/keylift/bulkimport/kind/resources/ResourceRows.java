// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.resources;

import io.keylift.bulkimport.rows.BulkInsert;
import io.keylift.bulkimport.rows.CollectionRows;
import io.keylift.bulkimport.rows.Columns;
import io.keylift.bulkimport.rows.Ids;
import io.keylift.bulkimport.rows.Queries;
import jakarta.persistence.EntityManager;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.keycloak.authorization.jpa.entities.ResourceAttributeEntity;
import org.keycloak.authorization.jpa.entities.ResourceEntity;
import org.keycloak.authorization.jpa.entities.ScopeEntity;

/** Rows of a chunk's resources to insert and to replace, collected and then written table by table. */
final class ResourceRows {

    static final Columns<ResourceEntity, ResourceRecord> COLUMNS = Columns.<ResourceEntity, ResourceRecord>none()
            .with(ResourceRecord::getType, ResourceEntity::getType, ResourceEntity::setType)
            .with(ResourceRecord::getDisplayName, ResourceEntity::getDisplayName, ResourceEntity::setDisplayName)
            .with(ResourceRecord::getIconUri, ResourceEntity::getIconUri, ResourceEntity::setIconUri)
            .with(
                    ResourceRecord::getOwnerManagedAccess,
                    ResourceEntity::isOwnerManagedAccess,
                    ResourceEntity::setOwnerManagedAccess,
                    false);

    private final EntityManager em;
    private final List<ResourceEntity> resources = new ArrayList<>();
    private final List<CollectionRows.Row> uris = new ArrayList<>();
    private final List<CollectionRows.Row> scopes = new ArrayList<>();
    private final List<ResourceAttributeEntity> attributes = new ArrayList<>();
    private final List<String> obsoleteUris = new ArrayList<>();
    private final List<String> obsoleteScopes = new ArrayList<>();
    private final List<String> obsoleteAttributes = new ArrayList<>();

    ResourceRows(EntityManager em) {
        this.em = em;
    }

    void add(ResourceWork work) {
        ResourceRecord from = work.record;
        ResourceEntity resource = new ResourceEntity();
        resource.setId(work.id);
        resource.setName(from.getName());
        resource.setResourceServer(work.server);
        resource.setOwner(work.owner);
        COLUMNS.insert(resource, from);
        resources.add(resource);
        add(work.id, from.givenUris(), uris);
        add(work.id, work.scopes.stream().map(ScopeEntity::getId).toList(), scopes);
        if (from.getAttributes() != null) {
            addAttributes(resource, from.storedAttributes());
        }
    }

    void change(ResourceChange change) {
        String id = change.stored.row().getId();
        if (change.changesUris()) {
            obsoleteUris.add(id);
            add(id, change.uris, uris);
        }
        if (change.changesScopes()) {
            obsoleteScopes.add(id);
            add(id, change.scopes, scopes);
        }
        if (change.changesAttributes()) {
            obsoleteAttributes.add(id);
            addAttributes(change.stored.row(), change.attributes);
        }
    }

    private static void add(String resource, Collection<String> elements, List<CollectionRows.Row> rows) {
        elements.forEach(element -> rows.add(new CollectionRows.Row(resource, null, element)));
    }

    private void addAttributes(ResourceEntity resource, Map<String, List<String>> added) {
        added.forEach((name, values) -> values.forEach(value -> {
            ResourceAttributeEntity attribute = new ResourceAttributeEntity();
            attribute.setId(Ids.next());
            attribute.setResource(resource);
            attribute.setName(name);
            attribute.setValue(value);
            attributes.add(attribute);
        }));
    }

    /** Deletes obsolete rows and inserts the new ones, referenced tables first. */
    void write() {
        BulkInsert.insert(em, resources);
        CollectionRows urisOfResources = new CollectionRows(em, ResourceEntity.class, "uris");
        urisOfResources.deleteAllOf(obsoleteUris);
        urisOfResources.insert(uris);
        CollectionRows scopesOfResources = new CollectionRows(em, ResourceEntity.class, "scopes");
        scopesOfResources.deleteAllOf(obsoleteScopes);
        scopesOfResources.insert(scopes);
        new Queries(em)
                .execute(
                        "delete from ResourceAttributeEntity a where a.resource.id in (:values)",
                        obsoleteAttributes,
                        Map.of());
        BulkInsert.insert(em, attributes);
    }
}
