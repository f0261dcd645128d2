// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.load;

import io.keylift.it.imports.support.Sql;
import io.keylift.it.server.EmbeddedDatabase;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Fills tables, so that the database plans queries for the table sizes after an import. A column of a unique index has
 * another value in each row; a column of any other index has the same value in three rows. All rows belong to one
 * realm, unless a realm can have only one row. All other columns are copied from an existing row, if there is one.
 */
final class TableFiller {

    private static final int ROWS = 10_000;

    /** Names and values of the columns of a table. */
    private static final String COLUMNS = """
            select string_agg(quote_ident(a.attname), ', ' order by a.attnum), string_agg(
                case when t.typname not in ('varchar', 'text') or x.unique_too is null
                        or a.attname ~ 'realm' and not x.unique_alone
                        then format(case when a.attnotnull then 'coalesce(r.%I, ''0'')' else 'r.%I' end, a.attname)
                    else format('left(md5(%L || n / %s), %s)', a.attname, case when x.unique_too then 1 else 3 end,
                        case when a.atttypmod > 4 then least(a.atttypmod - 4, 32) else 32 end) end,
                ', ' order by a.attnum)
            from pg_attribute a join pg_type t on t.oid = a.atttypid
            left join (select k.attnum, bool_or(i.indisunique) as unique_too,
                    bool_or(i.indisunique and i.indnkeyatts = 1) as unique_alone
                    from pg_index i, unnest(i.indkey) k(attnum) where i.indrelid = cast(? as regclass) group by k.attnum) x
                on x.attnum = a.attnum
            where a.attrelid = cast(? as regclass) and a.attnum > 0 and not a.attisdropped
            """;

    private TableFiller() {}

    /** Fills the tables, without statistics, and returns which are full. */
    static Set<String> fill(EmbeddedDatabase database, Collection<String> tables) {
        Set<String> full = new TreeSet<>();
        tables.parallelStream().forEach(table -> {
            try (Sql sql = new Sql(database)) {
                // Rows refer to nothing.
                sql.execute("set session_replication_role to replica");
                sql.execute("alter table " + table + " set (autovacuum_enabled = false)");
                List<String> columns = sql.rows(COLUMNS, table, table).get(0);
                sql.execute("insert into %s (%s) select %s from generate_series(1, %d) n"
                                .formatted(table, columns.get(0), columns.get(1), ROWS)
                        + " left join (select * from " + table + " limit 1) r on true on conflict do nothing");
                if (sql.number("select count(*) from " + table) >= ROWS) {
                    synchronized (full) {
                        full.add(table);
                    }
                }
            }
        });
        return full;
    }

    /** Tells the planner what the tables have. */
    static void analyze(EmbeddedDatabase database, Collection<String> tables) {
        tables.parallelStream().forEach(table -> {
            try (Sql sql = new Sql(database)) {
                sql.execute("analyze " + table);
            }
        });
    }
}
