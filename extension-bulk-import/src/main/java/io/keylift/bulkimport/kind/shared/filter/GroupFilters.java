// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.shared.filter;

import io.keylift.bulkimport.kind.spi.KeyOrder;
import java.util.Map;
import java.util.Set;

/** Selects groups as {@code GET /groups} does, or departments as {@code GET /organizations/{id}/groups} does. */
public final class GroupFilters {

    /** Query parameters of these filters. */
    public static final Set<String> NAMES = Set.of(Filters.SEARCH, Filters.Q, Filters.EXACT);

    private GroupFilters() {}

    /** @param groups selects from entities of groups of the realm with alias {@code g} */
    public static KeyOrder ofRealm(KeyOrder groups, Filters filters) {
        search(groups, filters, filters.search() == null ? null : LikePattern.wildInfix(filters.search()));
        return attributes(groups, filters, "g.id", false);
    }

    /** @param groups selects from entities of departments with alias {@code g} */
    public static KeyOrder ofOrganization(KeyOrder groups, Filters filters) {
        search(groups, filters, filters.search() == null ? null : LikePattern.wildPrefix(filters.search()));
        return attributes(groups, filters, "g.id", true);
    }

    private static void search(KeyOrder groups, Filters filters, String pattern) {
        Boolean exact = filters.exact(Filters.SEARCH);
        if (Boolean.TRUE.equals(exact) && pattern != null) {
            groups.where("g.name = :search", "search", filters.search());
        } else if (pattern != null) {
            groups.where("lower(g.name) like :search" + LikePattern.ESCAPE, "search", pattern);
        }
    }

    private static KeyOrder attributes(KeyOrder groups, Filters filters, String group, boolean ignoreCase) {
        return attributes(groups, filters.attributes(), group, ignoreCase);
    }

    /**
     * Selects by attributes of groups.
     *
     * @param group path of the id of the group that has the attributes
     * @param ignoreCase whether values are compared without case
     */
    public static KeyOrder attributes(
            KeyOrder order, Map<String, String> attributes, String group, boolean ignoreCase) {
        int number = 0;
        for (Map.Entry<String, String> attribute : attributes.entrySet()) {
            String parameter = "q" + number++;
            String alias = "a" + parameter;
            String value = ignoreCase ? "lower(" + alias + ".value)" : alias + ".value";
            order.where(
                            "exists (select 1 from GroupAttributeEntity " + alias + " where " + alias + ".group.id = "
                                    + group + " and " + alias + ".name = :" + parameter + "Name and " + value + " = :"
                                    + parameter + ")",
                            parameter,
                            ignoreCase ? LikePattern.lower(attribute.getValue()) : attribute.getValue())
                    .with(parameter + "Name", attribute.getKey());
        }
        return order;
    }
}
