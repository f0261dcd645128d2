// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.support;

import static org.awaitility.Awaitility.await;

import io.keylift.it.server.Database;
import java.time.Duration;

/** Blocks the commit of one chunk of a job until the test releases it. One test class at a time can use it. */
public final class CommitBlocker implements AutoCloseable {

    public static final int LOCK = 77_001;

    private static final String TRIGGER = """
        create table blocked_chunk (job text, chunk int);
        create function blocked_chunk() returns trigger language plpgsql as $$ begin
          if exists (select 1 from blocked_chunk b join keylift_import_job j on j.job_id = b.job
              where j.uid = new.job_uid and b.chunk = new.chunk) then
            perform pg_advisory_xact_lock(%d);
          end if;
          return new;
        end $$;
        create trigger blocked_chunk before insert on keylift_import_chunk for each row execute function blocked_chunk()
        """.formatted(LOCK);

    private static final String WAITING =
            "select count(*) from pg_locks where locktype = 'advisory' and not granted and objid = " + LOCK;

    private final Sql sql;
    private final Sql holder;

    public CommitBlocker(Database database) {
        sql = new Sql(database);
        holder = new Sql(database);
        sql.unprepared(TRIGGER);
    }

    /** Makes the chunk wait before it commits. The job need not exist yet. */
    public void block(String job, int chunk) {
        sql.execute("insert into blocked_chunk values (?, ?)", job, chunk);
        holder.begin();
        holder.execute("select pg_advisory_xact_lock(" + LOCK + ")");
    }

    public void awaitWaiting() {
        awaitWaiting(1);
    }

    /** Waits for as many jobs of this name, each in a realm of its own. */
    public void awaitWaiting(int jobs) {
        await().atMost(Duration.ofMinutes(2)).until(() -> sql.number(WAITING) >= jobs);
    }

    /** Whether the blocked chunk waits. */
    public boolean isWaiting() {
        return sql.number(WAITING) > 0;
    }

    public void release() {
        holder.rollback();
    }

    @Override
    public void close() {
        sql.unprepared("drop trigger blocked_chunk on keylift_import_chunk; drop function blocked_chunk();"
                + " drop table blocked_chunk");
        sql.close();
        holder.close();
    }
}
