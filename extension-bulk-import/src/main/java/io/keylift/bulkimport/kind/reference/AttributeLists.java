// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.reference;

import io.keylift.bulkimport.rows.Queries;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Attributes with lists of values, of many objects in one query. */
public final class AttributeLists {

    private AttributeLists() {}

    /** Attributes of groups, and of organizations by their internal groups: by the group's id. */
    public static Map<String, Map<String, List<String>>> ofGroups(Queries rows, Collection<String> ids) {
        return read(rows, "GroupAttributeEntity", "group", ids);
    }

    /** Attributes of roles by the role's id. */
    public static Map<String, Map<String, List<String>>> ofRoles(Queries rows, Collection<String> ids) {
        return read(rows, "RoleAttributeEntity", "role", ids);
    }

    /**
     * Objects without attributes are missing. The values are in the order of their ids, which is that of the import
     * that wrote them; the tables have no other.
     */
    private static Map<String, Map<String, List<String>>> read(
            Queries rows, String entity, String owner, Collection<String> ids) {
        Map<String, Map<String, List<String>>> attributes = new HashMap<>();
        rows.select(
                        "select a." + owner + ".id, a.name, a.value from " + entity + " a where a." + owner
                                + ".id in (:values) order by a.id",
                        ids,
                        Map.of())
                .forEach(row -> attributes
                        .computeIfAbsent((String) row[0], id -> new TreeMap<>())
                        .computeIfAbsent((String) row[1], name -> new ArrayList<>(1))
                        .add((String) row[2]));
        return attributes;
    }
}
