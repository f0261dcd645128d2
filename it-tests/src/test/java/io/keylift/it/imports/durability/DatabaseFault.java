// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.durability;

import io.keylift.it.imports.support.CrashTestServer;
import io.keylift.it.imports.support.Sql;
import java.util.List;

/** A fault of PostgreSQL when an import writes a chosen row of a user: an error, a delay, or a shutdown. */
final class DatabaseFault {

    /** A kind of fault. */
    enum Sort {
        /** Once: class 53, insufficient resources, as with a full disk. */
        DISK_FULL("'53100'", false, 0),
        /** Once: the database has become a standby. */
        READ_ONLY("'25006'", false, 0),
        /** At every attempt until {@link #end}. */
        DEADLOCK("'40P01'", true, 0),
        /** Once: the statement takes longer than the transaction timeout. */
        TIMEOUT("null", false, CrashTestServer.TRANSACTION_SECONDS + 1),
        /** The test stops Keycloak. */
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

    /** Twenty faults in the order in which they come; most last a moment. */
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

    /** Installs the trigger for the users of one realm, which must exist. */
    DatabaseFault(Sql sql, String realm) {
        this.sql = sql;
        String id = sql.strings("select id from realm where name = ?", realm).get(0);
        sql.unprepared("""
                create table fault (at bigint, lasting boolean, state text, seconds int);
                create sequence fault_row;
                create function fault() returns trigger language plpgsql as $body$
                declare
                    found fault%%rowtype;
                    number bigint := nextval('fault_row');
                begin
                    select * into found from fault;
                    if number = found.at or number > found.at and found.lasting then
                        perform pg_sleep(found.seconds);
                        if found.state is not null then
                            raise exception 'fault' using errcode = found.state;
                        end if;
                    end if;
                    return new;
                end $body$;
                create trigger fault before insert or update on user_entity for each row when (new.realm_id = '%s')
                    execute function fault()""".formatted(id));
    }

    static Sort sort(int number) {
        return MIXTURE.get(number % MIXTURE.size());
    }

    /** Plans a fault at one of the next written rows, of which the first is 1. */
    void planAt(Sort sort, int row) {
        end();
        sql.unprepared("insert into fault select last_value + %d, %s, %s, %d from fault_row"
                .formatted(row, sort.lasting, sort.state, sort.seconds));
    }

    /** Whether that row has been reached. */
    boolean isReached() {
        return sql.number("select count(*) from fault, fault_row where last_value >= at") > 0;
    }

    void end() {
        sql.unprepared("delete from fault");
    }
}
