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

/** The tables of the records of all kinds. */
final class Tables {

    private static final List<String> ALL = List.of(
            "user_entity",
            "user_attribute",
            "user_role_mapping",
            "user_group_membership",
            "credential",
            "org",
            "org_domain",
            "keycloak_group",
            "group_attribute",
            "keycloak_role",
            "role_attribute");

    private static final String REALM = "(select id from realm where name = ?)";

    private static final String USERS = "(select id from user_entity where realm_id = " + REALM + ")";

    /** MariaDB refuses to delete from a table that a subquery reads, unless it is a derived one. */
    private static final String ROLES = "(select id from (select id from keycloak_role where realm_id = " + REALM
            + " and name like '" + ObjectRecords.ROLE + "%') as roles)";

    /** Deletions of rows, referring rows first. */
    private static final List<String> REMOVALS = List.of(
            "delete from user_group_membership where user_id in " + USERS,
            "delete from user_role_mapping where user_id in " + USERS,
            "delete from credential where user_id in " + USERS,
            "delete from user_attribute where user_id in " + USERS,
            "delete from user_entity where realm_id = " + REALM,
            "delete from org_domain where org_id in (select id from org where realm_id = " + REALM + ")",
            "delete from group_attribute where group_id in (select id from keycloak_group where realm_id = " + REALM
                    + ")",
            "delete from keycloak_group where realm_id = " + REALM,
            "delete from org where realm_id = " + REALM,
            "delete from role_attribute where role_id in " + ROLES,
            "delete from keycloak_role where id in " + ROLES);

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
