// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.operations;

import io.keylift.it.imports.support.Sql;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Keylift's tables as an earlier build has left them, with their rows, as SQL of PostgreSQL. */
final class EarlierTables {

    private static final Path FILE = Path.of("src/test/resources/io/keylift/it/operations/earlier-tables.sql");

    private static final String HEAD = """
            -- SPDX-FileCopyrightText: The Keylift authors
            -- SPDX-License-Identifier: Apache-2.0
            --
            -- Keylift's tables, as the build that wrote this file has left them: see UpgradeIT.
            """;

    private static final String OURS = "relkind = 'r' and relname ~ '^(keylift_|databasechangelog_keylift)'";
    private static final String OF_OURS = "(select oid from pg_class where " + OURS + ")";

    /** Long enough ago for the server not to take a job for one that runs. */
    private static final long MILLIS_AGO = 60_000;

    private EarlierTables() {}

    /** Writes the tables of a server that does not run into the file. */
    static void write(Sql sql) throws IOException {
        // Not the name of the machine.
        sql.execute("update keylift_import_job set node = 'node-1'");
        List<String> statements = new ArrayList<>(sql.strings("""
                select 'create table ' || relname || ' (' || string_agg(attname || ' '
                    || format_type(atttypid, atttypmod) || coalesce(' default ' || pg_get_expr(adbin, adrelid), '')
                    || case when attnotnull then ' not null' else '' end, ', ' order by attnum) || ')'
                from pg_class join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped
                left join pg_attrdef on adrelid = attrelid and adnum = attnum
                where %s group by relname order by relname""".formatted(OURS)));
        for (String table : tables(sql)) {
            String values = sql
                    .strings(
                            "select attname from pg_attribute where attrelid = cast(? as regclass)"
                                    + " and attnum > 0 and not attisdropped order by attnum",
                            table)
                    .stream()
                    .map(column -> "quote_nullable(cast(" + column + " as text))")
                    .collect(Collectors.joining(", "));
            statements.addAll(sql.strings("select 'insert into " + table + " values (' || concat_ws(', ', " + values
                    + ") || ')' from " + table + " order by 1"));
        }
        statements.addAll(sql.strings("select 'alter table ' || cast(conrelid as regclass) || ' add constraint '"
                + " || conname || ' ' || pg_get_constraintdef(oid) from pg_constraint where contype in ('p', 'u', 'f')"
                + " and conrelid in " + OF_OURS + " order by contype = 'f', conname"));
        statements.addAll(sql.strings("select pg_get_indexdef(indexrelid) from pg_index where indrelid in " + OF_OURS
                + " and indexrelid not in (select conindid from pg_constraint) order by 1"));
        Files.createDirectories(FILE.getParent());
        Files.writeString(FILE, HEAD + String.join(";\n", statements) + ";\n");
    }

    private static List<String> tables(Sql sql) {
        return sql.strings("select relname from pg_class where " + OURS + " order by relname");
    }

    /** Replaces the tables of a server that does not run. Their jobs have just been interrupted, or have ended. */
    static void replace(Sql sql) throws IOException {
        tables(sql).forEach(table -> sql.execute("drop table " + table + " cascade"));
        sql.unprepared(Files.readString(FILE));
        long later = System.currentTimeMillis()
                - MILLIS_AGO
                - sql.number("select max(greatest(heartbeat_at, finished_at)) from keylift_import_job");
        for (String time : List.of("created_at", "started_at", "heartbeat_at", "finished_at")) {
            sql.execute("update keylift_import_job set " + time + " = " + time + " + ?", later);
        }
    }
}
