// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.rows;

/**
 * Three columns of Keycloak's tables that together hold each triple of values once, and what a look-up by them selects.
 */
public enum TripleKey {
    /** Id, name, owner and resource server of an authorization resource. */
    RESOURCE(
            "select e.id, e.name, e.owner, e.resourceServer from ResourceEntity e"
                    + " where e.name in (:values) and e.owner in (:seconds) and e.resourceServer in (:thirds)",
            "RESOURCE_SERVER_RESOURCE",
            "ID, NAME, OWNER, RESOURCE_SERVER_ID",
            "NAME",
            "OWNER",
            "RESOURCE_SERVER_ID");

    private final String jpql;
    private final String sql;

    TripleKey(String jpql, String table, String columns, String first, String second, String third) {
        this.jpql = jpql;
        sql = "select found.* from unnest(cast(:firsts as varchar[]), cast(:seconds as varchar[]),"
                + " cast(:thirds as varchar[])) wanted(a, b, c) cross join lateral (select " + columns
                + " from {h-schema}" + table + " where " + first + " = wanted.a and " + second + " = wanted.b and "
                + third + " = wanted.c offset 0) found";
    }

    /** A triple to look up. */
    public record Triple(String first, String second, String third) {}

    /** Portable query for all combinations of {@code :values}, {@code :seconds} and {@code :thirds}. */
    String jpql() {
        return jpql;
    }

    /** The same for PostgreSQL, with three arrays: one look-up in the unique index for each triple. */
    String sql() {
        return sql;
    }
}
