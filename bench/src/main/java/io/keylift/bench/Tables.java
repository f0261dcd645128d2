// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bench;

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
            "group_attribute");

    private static final String REALM = "(select id from realm where name = ?)";

    /** Deletions of rows, referring rows first. */
    private static final List<String> REMOVALS = List.of(
            "delete from user_group_membership t using user_entity u where u.id = t.user_id and u.realm_id = " + REALM,
            "delete from user_role_mapping t using user_entity u where u.id = t.user_id and u.realm_id = " + REALM,
            "delete from credential t using user_entity u where u.id = t.user_id and u.realm_id = " + REALM,
            "delete from user_attribute t using user_entity u where u.id = t.user_id and u.realm_id = " + REALM,
            "delete from user_entity where realm_id = " + REALM,
            "delete from org_domain t using org o where o.id = t.org_id and o.realm_id = " + REALM,
            "delete from group_attribute t using keycloak_group g where g.id = t.group_id and g.realm_id = " + REALM,
            "delete from keycloak_group where realm_id = " + REALM,
            "delete from org where realm_id = " + REALM);

    private final EmbeddedDatabase database;
    private final String name;

    Tables(EmbeddedDatabase database, String name) {
        this.database = database;
        this.name = name;
    }

    /**
     * Prepares the tables for a run: no space of deleted rows, current statistics, nothing left to write. So every run
     * extends its tables, and no checkpoint of one run falls into the next.
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
            for (String table : ALL) {
                statement.execute("vacuum (" + how + ") " + table);
            }
            statement.execute("checkpoint");
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
