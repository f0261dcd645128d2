// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.roles;

import io.keylift.bulkimport.kind.shared.table.AttributeTable;
import io.keylift.bulkimport.kind.shared.table.EntityTable;
import io.keylift.bulkimport.kind.shared.table.Property;
import io.keylift.bulkimport.kind.spi.FieldDefault;
import io.keylift.bulkimport.kind.spi.FieldRule;
import io.keylift.bulkimport.rows.Ids;
import org.keycloak.models.jpa.entities.RoleAttributeEntity;
import org.keycloak.models.jpa.entities.RoleEntity;

/** The tables of a role. Overwriting works like {@code PUT}, and also replaces the given lists of composites. */
final class RoleTable {

    static final AttributeTable<RoleEntity, RoleAttributeEntity, RoleWork> ATTRIBUTES = new AttributeTable<>(
            "attributes",
            FieldRule.attributes(),
            RoleAttributeEntity.class,
            "role",
            "ROLE_ID",
            "id",
            RoleTable::attribute,
            work -> work.record.attributes());

    static final CompositeTable COMPOSITES = new CompositeTable(
            "composites",
            FieldRule.listByClient(FieldDefault.NONE)
                    .overwriteNoted("the list of the realm, and that of each client given, is replaced"));

    static final EntityTable<RoleEntity, RoleRecord, RoleWork> TABLE = EntityTable.<RoleEntity, RoleRecord, RoleWork>of(
                    "KEYCLOAK_ROLE", RoleEntity.class, RoleEntity::new)
            .column(
                    "name",
                    FieldRule.key(),
                    Property.of(RoleRecord::name),
                    Property.of(RoleEntity::getName, RoleEntity::setName))
            .rule("client", FieldRule.key("a role of the realm"))
            .rule("clientRole", FieldRule.key("true if `client` is given"))
            .rule("containerId", FieldRule.key("not needed with `client`"))
            .id("id", Property.of(RoleRecord::requestedId), Property.of(RoleEntity::getId, RoleEntity::setId))
            .column(
                    "description",
                    FieldRule.value().resets(),
                    Property.of(RoleRecord::description),
                    Property.of(RoleEntity::getDescription, RoleEntity::setDescription))
            .child(ATTRIBUTES)
            .rule("composite", FieldRule.ignored(FieldDefault.computed("true if there are composites")))
            .child(COMPOSITES);

    private RoleTable() {}

    private static RoleAttributeEntity attribute(RoleEntity role, String name, String value) {
        RoleAttributeEntity attribute = new RoleAttributeEntity();
        attribute.setId(Ids.next());
        attribute.setRole(role);
        attribute.setName(name);
        attribute.setValue(value);
        return attribute;
    }
}
