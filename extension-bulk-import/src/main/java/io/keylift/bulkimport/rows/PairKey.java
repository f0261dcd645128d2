// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.rows;

/** Two columns of Keycloak's tables that together hold each pair of values once, and what a look-up by them selects. */
public enum PairKey {
    /** Id, name and container of a role; the container is the id of the realm or the internal id of the client. */
    ROLE(
            "RoleEntity",
            "e.id, e.name, e.clientRealmConstraint",
            "name",
            "clientRealmConstraint",
            "KEYCLOAK_ROLE",
            "ID, NAME, CLIENT_REALM_CONSTRAINT",
            "NAME",
            "CLIENT_REALM_CONSTRAINT"),
    /** Id, name and resource server of a scope of authorization. */
    SCOPE(
            "ScopeEntity",
            "e.id, e.name, e.resourceServer.id",
            "name",
            "resourceServer.id",
            "RESOURCE_SERVER_SCOPE",
            "ID, NAME, RESOURCE_SERVER_ID",
            "NAME",
            "RESOURCE_SERVER_ID");

    private final String jpql;
    private final String sql;

    PairKey(
            String entity,
            String properties,
            String first,
            String second,
            String table,
            String columns,
            String firstColumn,
            String secondColumn) {
        jpql = "select " + properties + " from " + entity + " e where e." + first + " in (:values) and e." + second
                + " in (:seconds)";
        sql = "select found.* from unnest(cast(:firsts as varchar[]), cast(:seconds as varchar[])) wanted(a, b)"
                + " cross join lateral (select " + columns + " from {h-schema}" + table + " where " + firstColumn
                + " = wanted.a and " + secondColumn + " = wanted.b offset 0) found";
    }

    /** A pair to look up. */
    public record Pair(String first, String second) {}

    /** Portable query for all combinations of {@code :values} and {@code :seconds}. */
    String jpql() {
        return jpql;
    }

    /** The same for PostgreSQL, with two arrays: one look-up in the unique index for each pair. */
    String sql() {
        return sql;
    }
}
