// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.clientscopes;

import io.keylift.bulkimport.kind.shared.mappers.MapperOwner;
import io.keylift.bulkimport.kind.shared.mappers.MapperTable;
import io.keylift.bulkimport.kind.shared.table.AttributeTable;
import io.keylift.bulkimport.kind.shared.table.EntityTable;
import io.keylift.bulkimport.kind.shared.table.Property;
import io.keylift.bulkimport.kind.spi.FieldDefault;
import io.keylift.bulkimport.kind.spi.FieldRule;
import java.util.List;
import java.util.Map;
import org.keycloak.models.jpa.entities.ClientScopeAttributeEntity;
import org.keycloak.models.jpa.entities.ClientScopeEntity;
import org.keycloak.models.jpa.entities.ProtocolMapperEntity;

/**
 * The tables of a client scope. Overwriting works like {@code PUT /client-scopes/{id}}, except that a list of protocol
 * mappers, which {@code PUT} ignores, replaces the stored one.
 */
final class ClientScopeTable {

    static final AssignmentTable ASSIGNMENT =
            new AssignmentTable("assignment", FieldRule.value(FieldDefault.of("none")));

    static final AttributeTable<ClientScopeEntity, ClientScopeAttributeEntity, ClientScopeWork> ATTRIBUTES =
            new AttributeTable<>(
                    "attributes",
                    FieldRule.settings(FieldDefault.NONE),
                    ClientScopeAttributeEntity.class,
                    "clientScope",
                    "SCOPE_ID",
                    "name",
                    ClientScopeTable::attribute,
                    ClientScopeTable::attributes);

    static final MapperTable<ClientScopeEntity, ClientScopeWork> MAPPERS = new MapperTable<>(
            "protocolMappers",
            FieldRule.list().mergeNoted("replaced or added by protocol and name"),
            MapperOwner.CLIENT_SCOPE,
            ProtocolMapperEntity::setClientScope,
            work -> MapperTable.entities(work.representation.getProtocolMappers()));

    static final EntityTable<ClientScopeEntity, ClientScopeRecord, ClientScopeWork> TABLE =
            EntityTable.<ClientScopeEntity, ClientScopeRecord, ClientScopeWork>of(
                            "CLIENT_SCOPE", ClientScopeEntity.class, ClientScopeEntity::new, ClientScopeRecord::new)
                    .column(
                            "name",
                            FieldRule.key(),
                            Property.of(ClientScopeRecord::getName, ClientScopeRecord::setName),
                            Property.of(ClientScopeEntity::getName, ClientScopeEntity::setName))
                    .id(
                            "id",
                            Property.of(ClientScopeRecord::getId, ClientScopeRecord::setId),
                            Property.of(ClientScopeEntity::getId, ClientScopeEntity::setId))
                    .column(
                            "protocol",
                            FieldRule.value(FieldDefault.REQUIRED.noted("**rejected**")),
                            Integer.MAX_VALUE,
                            Property.of(ClientScopeRecord::getProtocol, ClientScopeRecord::setProtocol),
                            Property.of(ClientScopeEntity::getProtocol, ClientScopeEntity::setProtocol))
                    .column(
                            "description",
                            FieldRule.value(),
                            Property.of(ClientScopeRecord::getDescription, ClientScopeRecord::setDescription),
                            Property.of(ClientScopeEntity::getDescription, ClientScopeEntity::setDescription))
                    .child(ASSIGNMENT)
                    .child(ATTRIBUTES)
                    .child(MAPPERS);

    private ClientScopeTable() {}

    /**
     * The attributes after the write. They are needed even if the record has none, because stored attributes decide
     * whether the scope is parameterized.
     */
    private static Map<String, List<String>> attributes(ClientScopeWork work) {
        Map<String, String> given = work.representation.getAttributes();
        return given == null ? Map.of() : AttributeTable.lists(given);
    }

    private static ClientScopeAttributeEntity attribute(ClientScopeEntity scope, String name, String value) {
        ClientScopeAttributeEntity attribute = new ClientScopeAttributeEntity();
        attribute.setClientScope(scope);
        attribute.setName(name);
        attribute.setValue(value);
        return attribute;
    }
}
