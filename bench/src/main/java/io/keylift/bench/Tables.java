// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bench;

import io.keylift.it.server.Database;
import io.keylift.it.server.EmbeddedDatabase;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/** The tables of the records of all kinds, in upper case: MariaDB distinguishes it, as its file system does. */
final class Tables {

    private static final List<String> ALL = List.of(
            "USER_ENTITY",
            "USER_ATTRIBUTE",
            "USER_ROLE_MAPPING",
            "USER_GROUP_MEMBERSHIP",
            "CREDENTIAL",
            "ORG",
            "ORG_DOMAIN",
            "KEYCLOAK_GROUP",
            "GROUP_ATTRIBUTE",
            "KEYCLOAK_ROLE",
            "ROLE_ATTRIBUTE");

    private static final String REALM = "(select id from REALM where name = ?)";

    private static final String USERS = "(select id from USER_ENTITY where realm_id = " + REALM + ")";

    /** MariaDB refuses to delete from a table that a subquery reads, unless it is a derived one. */
    private static final String ROLES = "(select id from (select id from KEYCLOAK_ROLE where realm_id = " + REALM
            + " and name like '" + ObjectRecords.ROLE + "%') as roles)";

    /** Deletions of rows, referring rows first. */
    private static final List<String> REMOVALS = List.of(
            "delete from USER_GROUP_MEMBERSHIP where user_id in " + USERS,
            "delete from USER_ROLE_MAPPING where user_id in " + USERS,
            "delete from CREDENTIAL where user_id in " + USERS,
            "delete from USER_ATTRIBUTE where user_id in " + USERS,
            "delete from USER_ENTITY where realm_id = " + REALM,
            "delete from ORG_DOMAIN where org_id in (select id from ORG where realm_id = " + REALM + ")",
            "delete from GROUP_ATTRIBUTE where group_id in (select id from KEYCLOAK_GROUP where realm_id = " + REALM
                    + ")",
            "delete from KEYCLOAK_GROUP where realm_id = " + REALM,
            "delete from ORG where realm_id = " + REALM,
            "delete from ROLE_ATTRIBUTE where role_id in " + ROLES,
            "delete from KEYCLOAK_ROLE where id in " + ROLES);

    private final Database database;
    private final String name;

    Tables(Database database, String name) {
        this.database = database;
        this.name = name;
    }

    /**
     * Prepares the tables for a run: no space of deleted rows, current statistics, nothing left to write. So every run
     * extends its tables, and no checkpoint of one run falls into the next. MariaDB gets current statistics alone.
     */
    void settle() throws SQLException {
        vacuum("full, analyze");
    }

    /** Does the work of autovacuum, so that it does not fall into a run. */
    void tidy() throws SQLException {
        vacuum("analyze");
    }

    private void vacuum(String how) throws SQLException {
        try (Connection connection = database.connect(name);
                Statement statement = connection.createStatement()) {
            boolean vacuums = database instanceof EmbeddedDatabase;
            for (String table : ALL) {
                statement.execute(vacuums ? "vacuum (" + how + ") " + table : "analyze table " + table);
            }
            if (vacuums) {
                statement.execute("checkpoint");
            }
        }
    }

    /** Deletes the records of a realm by SQL: the Admin API would take longer than all measurements. */
    void clear(String realm) throws SQLException {
        try (Connection connection = database.connect(name)) {
            for (String removal : REMOVALS) {
                try (PreparedStatement statement = connection.prepareStatement(removal)) {
                    statement.setString(1, realm);
                    statement.execute();
                }
            }
        }
    }
}
