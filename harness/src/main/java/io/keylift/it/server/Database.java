// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.server;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;

/** A database server that a {@link KeycloakServer} can keep its data on. */
public interface Database extends AutoCloseable {

    /** Keycloak's name of the vendor, the value of its option {@code db}. */
    String vendor();

    /** Options of {@code kc.sh start}, without the leading dashes, that lead to the database of this name. */
    Map<String, String> options(String name);

    /** Creates the database unless it is there already. */
    void createDatabase(String name) throws SQLException;

    /** Whether the data is discarded when the database is closed. */
    default boolean isTemporary() {
        return true;
    }

    /** A new connection to this database, in auto-commit mode. */
    Connection connect(String database) throws SQLException;

    @Override
    void close();
}
