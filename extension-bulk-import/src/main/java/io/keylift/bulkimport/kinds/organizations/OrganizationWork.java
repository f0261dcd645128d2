// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.organizations;

import io.keylift.bulkimport.kind.shared.reference.GroupAttributes;
import io.keylift.bulkimport.kind.shared.table.AttributeTable;
import io.keylift.bulkimport.kind.spi.Item;
import io.keylift.bulkimport.kind.spi.KeyedWork;
import org.keycloak.models.jpa.entities.GroupAttributeEntity;
import org.keycloak.models.jpa.entities.GroupEntity;

/** A record in one attempt to write its chunk. */
final class OrganizationWork extends KeyedWork<OrganizationRecord> {

    static final AttributeTable<GroupEntity, GroupAttributeEntity, OrganizationWork> ATTRIBUTES =
            GroupAttributes.table(work -> work.record.attributes());

    /** The change of an existing organization; {@code null} if it is new or not changed. */
    OrganizationChange change;

    /** The internal group of a new organization, once it is written. */
    GroupEntity group;

    OrganizationWork(Item<OrganizationRecord> item) {
        super(item);
    }

    @Override
    public boolean isChange() {
        return change != null && change.changesAnything();
    }

    /** Pointer to the field that gives the alias. */
    String aliasPointer() {
        String alias = record.alias();
        return alias == null || alias.isEmpty() ? "/name" : "/alias";
    }
}
