// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.concurrency;

import static org.awaitility.Awaitility.await;

import io.keylift.it.imports.support.Sql;
import io.keylift.it.server.Database;

/** Holds up the commit of one chunk of a job for as long as the test likes, for one class of tests at a time. */
final class HeldChunk implements AutoCloseable {

    private static final int LOCK = 77_001;

    private static final String TRIGGER = """
            create table held_chunk (job text, chunk int);
            create function held_chunk() returns trigger language plpgsql as $$ begin
              if exists (select 1 from held_chunk h join keylift_import_job j on j.job_id = h.job
                  where j.uid = new.job_uid and h.chunk = new.chunk) then
                perform pg_advisory_xact_lock(%d);
              end if;
              return new;
            end $$;
            create trigger held_chunk before insert on keylift_import_chunk for each row execute function held_chunk()
            """.formatted(LOCK);

    private static final String WAITING =
            "select count(*) from pg_locks where locktype = 'advisory' and not granted and objid = " + LOCK;

    private final Sql sql;
    private final Sql holder;

    HeldChunk(Database database) {
        sql = new Sql(database);
        holder = new Sql(database);
        sql.unprepared(TRIGGER);
    }

    /** From now on the chunk waits before it commits. The job need not be there yet. */
    void hold(String job, int chunk) {
        sql.execute("insert into held_chunk values (?, ?)", job, chunk);
        holder.begin();
        holder.execute("select pg_advisory_xact_lock(" + LOCK + ")");
    }

    void awaitWaiting() {
        await().until(() -> sql.number(WAITING) > 0);
    }

    void release() {
        holder.rollback();
    }

    @Override
    public void close() {
        sql.unprepared(
                "drop trigger held_chunk on keylift_import_chunk; drop function held_chunk(); drop table held_chunk");
        sql.close();
        holder.close();
    }
}
