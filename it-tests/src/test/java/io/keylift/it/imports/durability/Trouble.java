// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.durability;

import io.keylift.it.imports.support.MortalServer;
import io.keylift.it.imports.support.Sql;
import java.util.List;

/** What happens to PostgreSQL when an import writes a certain row of a user: what it then says to it, or does to it. */
final class Trouble {

    /** A sort of trouble. */
    enum Sort {
        /** Class 53: insufficient resources, as of a full disk. Once. */
        DISK_FULL("'53100'", false, 0),
        /** The server has become a standby. Once. */
        READ_ONLY("'25006'", false, 0),
        /** Again and again, until it is over. */
        DEADLOCK("'40P01'", true, 0),
        /** The statement takes longer than a transaction may. Once. */
        TIMEOUT("null", false, MortalServer.TRANSACTION_SECONDS + 1),
        /** The server is told to end. */
        SHUTDOWN("null", false, 0);

        private final String state;
        private final boolean lasting;
        private final int seconds;

        Sort(String state, boolean lasting, int seconds) {
            this.state = state;
            this.lasting = lasting;
            this.seconds = seconds;
        }
    }

    /** Of twenty: most are over in a moment. */
    private static final List<Sort> MIXTURE = List.of(
            Sort.DISK_FULL,
            Sort.READ_ONLY,
            Sort.DISK_FULL,
            Sort.READ_ONLY,
            Sort.DEADLOCK,
            Sort.DISK_FULL,
            Sort.READ_ONLY,
            Sort.SHUTDOWN,
            Sort.DISK_FULL,
            Sort.READ_ONLY,
            Sort.DISK_FULL,
            Sort.READ_ONLY,
            Sort.TIMEOUT,
            Sort.DISK_FULL,
            Sort.READ_ONLY,
            Sort.DEADLOCK,
            Sort.DISK_FULL,
            Sort.READ_ONLY,
            Sort.DISK_FULL,
            Sort.READ_ONLY);

    private final Sql sql;

    /** Sets it up for the users of one realm, which must be there. */
    Trouble(Sql sql, String realm) {
        this.sql = sql;
        String id = sql.strings("select id from realm where name = ?", realm).get(0);
        sql.unprepared("""
                create table trouble (at bigint, lasting boolean, state text, seconds int);
                create sequence trouble_row;
                create function trouble() returns trigger language plpgsql as $body$
                declare
                    found trouble%%rowtype;
                    number bigint := nextval('trouble_row');
                begin
                    select * into found from trouble;
                    if number = found.at or number > found.at and found.lasting then
                        perform pg_sleep(found.seconds);
                        if found.state is not null then
                            raise exception 'trouble' using errcode = found.state;
                        end if;
                    end if;
                    return new;
                end $body$;
                create trigger trouble before insert or update on user_entity for each row when (new.realm_id = '%s')
                    execute function trouble()""".formatted(id));
    }

    static Sort sort(int number) {
        return MIXTURE.get(number % MIXTURE.size());
    }

    /** Lets it come at one of the rows that are written next, the first being 1. */
    void comeAt(Sort sort, int row) {
        end();
        sql.unprepared("insert into trouble select last_value + %d, %s, %s, %d from trouble_row"
                .formatted(row, sort.lasting, sort.state, sort.seconds));
    }

    /** Whether that row has been reached. */
    boolean hasCome() {
        return sql.number("select count(*) from trouble, trouble_row where last_value >= at") > 0;
    }

    void end() {
        sql.unprepared("delete from trouble");
    }
}
