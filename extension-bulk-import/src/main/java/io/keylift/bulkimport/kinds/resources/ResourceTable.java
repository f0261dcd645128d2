// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.resources;

import io.keylift.bulkimport.kind.shared.table.AttributeTable;
import io.keylift.bulkimport.kind.shared.table.CollectionTable;
import io.keylift.bulkimport.kind.shared.table.EntityTable;
import io.keylift.bulkimport.kind.shared.table.Property;
import io.keylift.bulkimport.kind.spi.FieldDefault;
import io.keylift.bulkimport.kind.spi.FieldRule;
import io.keylift.bulkimport.rows.Ids;
import java.util.stream.Collectors;
import org.keycloak.authorization.jpa.entities.ResourceAttributeEntity;
import org.keycloak.authorization.jpa.entities.ResourceEntity;
import org.keycloak.authorization.jpa.entities.ScopeEntity;

/** The tables of a resource. Overwriting works like {@code PUT}. */
final class ResourceTable {

    static final CollectionTable<ResourceEntity, ResourceWork> URIS = CollectionTable.texts(
            "uris", FieldRule.list().resets(), ResourceEntity.class, "uris", work -> work.record.getUris());

    static final CollectionTable<ResourceEntity, ResourceWork> SCOPES = CollectionTable.references(
            "scopes",
            FieldRule.list().resets(),
            ResourceEntity.class,
            "scopes",
            work -> work.scopes.stream().map(ScopeEntity::getId).collect(Collectors.toSet()));

    static final AttributeTable<ResourceEntity, ResourceAttributeEntity, ResourceWork> ATTRIBUTES =
            new AttributeTable<>(
                    "attributes",
                    FieldRule.attributes(),
                    ResourceAttributeEntity.class,
                    "resource",
                    "RESOURCE_ID",
                    "id",
                    ResourceTable::attribute,
                    work -> work.record.getAttributes());

    static final EntityTable<ResourceEntity, ResourceRecord, ResourceWork> TABLE =
            EntityTable.<ResourceEntity, ResourceRecord, ResourceWork>of(
                            "RESOURCE_SERVER_RESOURCE", ResourceEntity.class, ResourceEntity::new, ResourceRecord::new)
                    .rule("client", FieldRule.key())
                    .column(
                            "name",
                            FieldRule.key(),
                            Property.of(ResourceRecord::getName, ResourceRecord::setName),
                            Property.of(ResourceEntity::getName, ResourceEntity::setName))
                    .rule("owner", FieldRule.key("the client itself"))
                    .id(
                            "_id",
                            Property.of(ResourceRecord::getId, ResourceRecord::setId),
                            Property.of(ResourceEntity::getId, ResourceEntity::setId))
                    .rule("id", FieldRule.fixed(FieldDefault.computed("another name of `_id`")))
                    .column(
                            "displayName",
                            FieldRule.value().resets(),
                            Property.of(ResourceRecord::getDisplayName, ResourceRecord::setDisplayName),
                            Property.of(ResourceEntity::getDisplayName, ResourceEntity::setDisplayName))
                    .column(
                            "type",
                            FieldRule.value().resets(),
                            Property.of(ResourceRecord::getType, ResourceRecord::setType),
                            Property.of(ResourceEntity::getType, ResourceEntity::setType))
                    .column(
                            "icon_uri",
                            FieldRule.value().resets(),
                            Property.of(ResourceRecord::getIconUri, ResourceRecord::setIconUri),
                            Property.of(ResourceEntity::getIconUri, ResourceEntity::setIconUri))
                    .column(
                            "ownerManagedAccess",
                            FieldRule.value(FieldDefault.of(false)).resets(),
                            Property.of(ResourceRecord::getOwnerManagedAccess, ResourceRecord::setOwnerManagedAccess),
                            Property.of(ResourceEntity::isOwnerManagedAccess, ResourceEntity::setOwnerManagedAccess))
                    .child(URIS)
                    .child(SCOPES)
                    .rule(
                            "resource_scopes",
                            FieldRule.list(FieldDefault.computed("another name of `scopes`"))
                                    .resets())
                    .child(ATTRIBUTES);

    private ResourceTable() {}

    private static ResourceAttributeEntity attribute(ResourceEntity resource, String name, String value) {
        ResourceAttributeEntity attribute = new ResourceAttributeEntity();
        attribute.setId(Ids.next());
        attribute.setResource(resource);
        attribute.setName(name);
        attribute.setValue(value);
        return attribute;
    }
}
