// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.metrics;

import io.keylift.it.imports.support.Sql;
import io.keylift.it.server.EmbeddedDatabase;
import java.util.function.Supplier;

/** Makes the database refuse a commit. */
final class CommitRefusal {

    private CommitRefusal() {}

    /** The result of a write that inserts a row into this table, while the database refuses to commit such rows. */
    static <T> T of(EmbeddedDatabase database, String table, Supplier<T> write) {
        try (Sql sql = new Sql(database)) {
            sql.unprepared("create function refuse_commit() returns trigger language plpgsql as"
                    + " 'begin raise exception ''refused''; end'");
            sql.unprepared("create constraint trigger refuse_commit after insert on " + table
                    + " deferrable initially deferred for each row execute function refuse_commit()");
            try {
                return write.get();
            } finally {
                sql.unprepared("drop function refuse_commit() cascade");
            }
        }
    }
}
