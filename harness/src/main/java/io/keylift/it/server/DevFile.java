// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.server;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Map;

/**
 * The H2 file that {@code start-dev} keeps its data in unless it is told otherwise. The server has it for itself while
 * it runs.
 */
final class DevFile implements Database {

    private final Path file;

    /** @param home home directory of the server */
    DevFile(Path home) {
        file = KeycloakDistribution.data(home).resolve("h2").resolve("keycloakdb");
    }

    @Override
    public String vendor() {
        return "dev-file";
    }

    /** No options: the file is the default. */
    @Override
    public Map<String, String> options(String name) {
        return Map.of();
    }

    /** The server creates the file. */
    @Override
    public void createDatabase(String name) {}

    @Override
    public Connection connect(String database) throws SQLException {
        return DriverManager.getConnection("jdbc:h2:file:" + file + ";NON_KEYWORDS=VALUE;IFEXISTS=TRUE");
    }

    /** The file is removed with the next server in development. */
    @Override
    public void close() {}
}
