// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.rows;

/** Columns that hold each value once in a realm, and what a look-up by them selects. */
public enum RealmKey {
    /** Id, username and e-mail address of a user. */
    USERNAME("UserEntity", "id, username, email", "username", "USER_ENTITY", "ID, USERNAME, EMAIL"),
    /** Id, alias and internal group of an organization. */
    ORGANIZATION_ALIAS("OrganizationEntity", "id, alias, groupId", "alias", "ORG", "ID, ALIAS, GROUP_ID"),
    /** Id and name of an organization. */
    ORGANIZATION_NAME("OrganizationEntity", "id, name", "name", "ORG", "ID, NAME"),
    /** Id and client id of a client. */
    CLIENT_ID("ClientEntity", "id, clientId", "clientId", "CLIENT", "ID, CLIENT_ID", "CLIENT_ID"),
    /** Id of a user who stands for a client, the client's id, and the username. */
    SERVICE_ACCOUNT(
            "UserEntity",
            "id, serviceAccountClientLink, username",
            "serviceAccountClientLink",
            "USER_ENTITY",
            "ID, SERVICE_ACCOUNT_CLIENT_LINK, USERNAME",
            "SERVICE_ACCOUNT_CLIENT_LINK"),
    /** Id and name of a capability or set. */
    CAPABILITY_NAME("KeyliftCapabilityEntity", "id, name", "name", "KEYLIFT_CAPABILITY", "ID, NAME");

    private final String entity;
    private final String properties;
    private final String key;
    private final String table;
    private final String columns;
    private final String keyColumn;

    RealmKey(String entity, String properties, String key, String table, String columns) {
        this(entity, properties, key, table, columns, key);
    }

    RealmKey(String entity, String properties, String key, String table, String columns, String keyColumn) {
        this.entity = entity;
        this.properties = properties;
        this.key = key;
        this.table = table;
        this.columns = columns;
        this.keyColumn = keyColumn;
    }

    /** Portable query for {@code :values} in {@code :realm}. */
    String jpql() {
        return "select " + prefixed(properties, "e.") + " from " + entity + " e where e.realmId = :realm and e." + key
                + " in (:values)";
    }

    /**
     * The same for PostgreSQL, with an array: one look-up in the unique index for each value, whatever the statistics
     * say of a table that an import is filling. Where they say nothing, all indexes on the realm cost the same, and
     * PostgreSQL may read all rows of the realm for each value; the order then speaks for the index that has it, and a
     * range keeps the order from being optimized away.
     */
    String sql() {
        return "select found.* from unnest(cast(:values as varchar[])) wanted(value) cross join lateral (select "
                + columns
                + " from {h-schema}" + table + " where REALM_ID = :realm and " + keyColumn
                + " >= wanted.value and " + keyColumn + " <= wanted.value order by " + keyColumn
                + " offset 0) found";
    }

    private static String prefixed(String names, String prefix) {
        return prefix + names.replace(", ", ", " + prefix);
    }
}
