// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.undo;

import io.keylift.it.imports.support.ImportAnswer;
import io.keylift.it.imports.support.RealmRows;
import io.keylift.it.imports.support.TunedServer;
import io.keylift.it.imports.support.TwinRealm;
import java.io.IOException;

/** Undoes jobs of a realm of the tuned server. */
final class Undoing {

    private Undoing() {}

    static ImportAnswer undo(TwinRealm realm, String job) throws IOException {
        return undo(realm, job, "");
    }

    static ImportAnswer undo(TwinRealm realm, String job, String parameters) throws IOException {
        return realm.imports().post("jobs/" + job + "/undo?results=all&job=undo-" + job + parameters, "");
    }

    static void assertUnchanged(TunedServer server, TwinRealm realm, RealmRows before) {
        UndoneRows.assertUnchanged(RealmRows.of(server.database(), realm.name()), before);
    }
}
