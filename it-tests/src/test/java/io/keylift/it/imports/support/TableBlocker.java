// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.support;

import io.keylift.it.server.Database;
import java.util.Collection;
import java.util.HashSet;
import java.util.Set;

/**
 * Blocks the commits of all transactions that change certain tables, such as those of the Admin API, until the test
 * releases them. One test class at a time can use it.
 */
public final class TableBlocker implements AutoCloseable {

    public static final int LOCK = 77_002;

    private static final String FUNCTION = """
        create function blocked_commit() returns trigger language plpgsql as $$ begin
          perform pg_advisory_xact_lock(%d);
          return null;
        end $$
        """.formatted(LOCK);

    private static final String WAITING =
            "select count(*) from pg_locks where locktype = 'advisory' and not granted and objid = " + LOCK;

    private final Sql sql;
    private final Sql holder;
    private final Set<String> blocked = new HashSet<>();
    private boolean holds;

    public TableBlocker(Database database) {
        sql = new Sql(database);
        holder = new Sql(database);
        sql.unprepared(FUNCTION);
    }

    /** Makes transactions that change one of these tables wait before they commit. */
    public void block(Collection<String> tables) {
        for (String table : tables) {
            if (blocked.add(table)) {
                sql.unprepared("create constraint trigger blocked_commit after insert or update or delete on " + table
                        + " deferrable initially deferred for each row execute function blocked_commit()");
            }
        }
        holder.begin();
        holds = true;
        holder.execute("select pg_advisory_xact_lock(" + LOCK + ")");
    }

    /** How many transactions wait. */
    public long waiting() {
        return sql.number(WAITING);
    }

    /** Does nothing if nothing is blocked. */
    public void release() {
        if (holds) {
            holder.rollback();
            holds = false;
        }
    }

    @Override
    public void close() {
        blocked.forEach(table -> sql.unprepared("drop trigger blocked_commit on " + table));
        sql.unprepared("drop function blocked_commit()");
        sql.close();
        holder.close();
    }
}
