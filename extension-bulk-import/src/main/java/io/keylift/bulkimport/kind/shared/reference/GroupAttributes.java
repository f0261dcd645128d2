// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.shared.reference;

import io.keylift.bulkimport.kind.shared.table.AttributeTable;
import io.keylift.bulkimport.kind.spi.FieldRule;
import io.keylift.bulkimport.rows.Ids;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.keycloak.models.jpa.entities.GroupAttributeEntity;
import org.keycloak.models.jpa.entities.GroupEntity;

/**
 * The table of the attributes of groups. It also has those of organizations, which are attributes of their internal
 * group.
 */
public final class GroupAttributes {

    private GroupAttributes() {}

    /** @param given attributes that a record gives; {@code null} if it gives none */
    public static <W> AttributeTable<GroupEntity, GroupAttributeEntity, W> table(
            Function<W, Map<String, List<String>>> given) {
        return new AttributeTable<>(
                "attributes",
                FieldRule.attributes(),
                GroupAttributeEntity.class,
                "group",
                "GROUP_ID",
                "id",
                GroupAttributes::row,
                given);
    }

    private static GroupAttributeEntity row(GroupEntity group, String name, String value) {
        GroupAttributeEntity row = new GroupAttributeEntity();
        row.setId(Ids.next());
        row.setGroup(group);
        row.setName(name);
        row.setValue(value);
        return row;
    }
}
