// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.reference;

import io.keylift.bulkimport.rows.Ids;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.keycloak.common.util.CollectionUtil;
import org.keycloak.models.jpa.entities.GroupAttributeEntity;
import org.keycloak.models.jpa.entities.GroupEntity;

/**
 * The difference between the attributes of a group and those of a record: rows to insert and rows to delete.
 *
 * @param added new rows
 * @param obsolete rows of attributes that are changed or removed
 */
public record GroupAttributes(List<GroupAttributeEntity> added, List<GroupAttributeEntity> obsolete) {

    /** A row for each value; an attribute without values has none. */
    public static List<GroupAttributeEntity> rows(GroupEntity group, Map<String, List<String>> attributes) {
        List<GroupAttributeEntity> rows = new ArrayList<>();
        if (attributes != null) {
            attributes.forEach((name, values) -> addRows(rows, group, name, values));
        }
        return rows;
    }

    /**
     * The rows that turn the stored attributes into the wanted ones. An attribute without values is removed.
     *
     * @param keepOthers whether attributes that are not named stay
     */
    public static GroupAttributes change(
            GroupEntity group,
            List<GroupAttributeEntity> stored,
            Map<String, List<String>> wanted,
            boolean keepOthers) {
        Map<String, List<GroupAttributeEntity>> before = new HashMap<>();
        stored.forEach(row ->
                before.computeIfAbsent(row.getName(), n -> new ArrayList<>()).add(row));
        Set<String> names = new HashSet<>(wanted.keySet());
        if (!keepOthers) {
            names.addAll(before.keySet());
        }
        GroupAttributes change = new GroupAttributes(new ArrayList<>(), new ArrayList<>());
        for (String name : names) {
            List<GroupAttributeEntity> rows = before.getOrDefault(name, List.of());
            List<String> values = Objects.requireNonNullElse(wanted.get(name), List.of());
            // Like Keycloak, keeps the rows of an attribute that has the same values in another order.
            if (!CollectionUtil.collectionEquals(valuesOf(rows), values)) {
                change.obsolete.addAll(rows);
                addRows(change.added, group, name, values);
            }
        }
        return change;
    }

    public boolean isChange() {
        return !added.isEmpty() || !obsolete.isEmpty();
    }

    private static List<String> valuesOf(List<GroupAttributeEntity> rows) {
        List<String> values = new ArrayList<>();
        rows.forEach(row -> values.add(row.getValue()));
        return values;
    }

    private static void addRows(List<GroupAttributeEntity> rows, GroupEntity group, String name, List<String> values) {
        for (String value : Objects.requireNonNullElse(values, List.<String>of())) {
            GroupAttributeEntity row = new GroupAttributeEntity();
            row.setId(Ids.next());
            row.setGroup(group);
            row.setName(name);
            row.setValue(value);
            rows.add(row);
        }
    }
}
