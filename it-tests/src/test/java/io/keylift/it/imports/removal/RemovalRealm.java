// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.removal;

import io.keylift.it.SharedServer;
import io.keylift.it.imports.support.Callers;
import io.keylift.it.imports.support.ImportClient;
import io.keylift.it.imports.support.ImportedRows;
import io.keylift.it.imports.support.Sql;
import java.io.IOException;

/** A new realm whose users are removed, and its rows in the database. */
record RemovalRealm(ImportClient client, Callers callers, Sql sql, ImportedRows rows) implements AutoCloseable {

    static RemovalRealm create(SharedServer server, String name) {
        Sql sql = new Sql(server.database());
        return new RemovalRealm(
                ImportClient.inNewRealm(server, name), new Callers(server, name), sql, new ImportedRows(sql, name));
    }

    /** Imports a user with an email address, and returns the id. */
    String add(String name) throws IOException {
        client.post("users", "{\"username\":\"" + name + "\",\"email\":\"" + name + "@Removal.example\"}");
        return callers.userId(name);
    }

    @Override
    public void close() {
        sql.close();
    }
}
