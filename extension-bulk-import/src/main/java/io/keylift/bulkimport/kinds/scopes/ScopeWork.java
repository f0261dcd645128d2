// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.scopes;

import io.keylift.bulkimport.kind.shared.table.EntityTable;
import io.keylift.bulkimport.kind.shared.table.EntityWork;
import io.keylift.bulkimport.kind.shared.table.Property;
import io.keylift.bulkimport.kind.spi.FieldRule;
import io.keylift.bulkimport.kind.spi.Item;
import org.keycloak.authorization.jpa.entities.ScopeEntity;

/** A scope in one attempt to write its chunk. */
final class ScopeWork extends EntityWork<ScopeEntity, ScopeRecord> {

    static final EntityTable<ScopeEntity, ScopeRecord, ScopeWork> TABLE =
            EntityTable.<ScopeEntity, ScopeRecord, ScopeWork>of(
                            "RESOURCE_SERVER_SCOPE", ScopeEntity.class, ScopeEntity::new, ScopeRecord::new)
                    .rule("client", FieldRule.key())
                    .column(
                            "name",
                            FieldRule.key(),
                            Property.of(ScopeRecord::getName, ScopeRecord::setName),
                            Property.of(ScopeEntity::getName, ScopeEntity::setName))
                    .id(
                            "id",
                            Property.of(ScopeRecord::getId, ScopeRecord::setId),
                            Property.of(ScopeEntity::getId, ScopeEntity::setId))
                    .column(
                            "displayName",
                            FieldRule.value().resets().storesNoBlanks(),
                            Property.of(ScopeRecord::getDisplayName, ScopeRecord::setDisplayName),
                            Property.of(ScopeEntity::getDisplayName, ScopeEntity::setDisplayName))
                    .column(
                            "iconUri",
                            FieldRule.value().resets(),
                            Property.of(ScopeRecord::getIconUri, ScopeRecord::setIconUri),
                            Property.of(ScopeEntity::getIconUri, ScopeEntity::setIconUri));

    /** Internal id of the client, which is that of its resource server. */
    String server;

    ScopeWork(Item<ScopeRecord> item) {
        super(item);
    }
}
