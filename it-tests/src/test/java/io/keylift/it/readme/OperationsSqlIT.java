// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.readme;

import static org.assertj.core.api.Assertions.assertThat;

import io.keylift.it.OnSharedServer;
import io.keylift.it.SharedServer;
import io.keylift.it.imports.support.Sql;
import io.keylift.it.imports.support.StatementCounts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/**
 * The SQL statements of the pages on operations and timings, and of the runbook of the database, run on the tables of
 * Keycloak and ours. Those that change something are rolled back.
 */
@OnSharedServer
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class OperationsSqlIT {

    private static final Pattern BLOCK = Pattern.compile("(?s)```sql\n(.*?)```");
    private static final Pattern SETTING = Pattern.compile("ALTER SYSTEM SET (\\w+) = .*");
    private static final Pattern RESET = Pattern.compile("ALTER SYSTEM RESET (\\w+)");
    private static final Pattern OF_TABLE = Pattern.compile("ALTER TABLE (\\w+) (SET|RESET) .*");
    private static final Pattern VACUUM = Pattern.compile("VACUUM \\(ANALYZE\\) (.*)");

    private Sql sql;

    @BeforeAll
    void connect(SharedServer server) {
        sql = new Sql(server.database());
    }

    @AfterAll
    void close() {
        sql.close();
    }

    /** In their order: a table that another one refers to goes after that. */
    @Test
    void everyStatementRuns() throws IOException {
        List<String> transaction = statements("uninstall.md");
        transaction.addAll(statements("database.md").stream()
                .filter(statement -> !SETTING.matcher(statement).matches()
                        && !RESET.matcher(statement).matches()
                        && !VACUUM.matcher(statement).matches()
                        && !statement.contains("pg_reload_conf"))
                .toList());
        transaction.addAll(statements("../runbooks/database.md"));

        assertThat(transaction).hasSizeGreaterThan(20).allMatch(statement -> statement.matches("(?s)[A-Z]+ .*"));
        // Whoever waits for a lock for longer than this has something else at work in this database.
        sql.unprepared("BEGIN; SET LOCAL lock_timeout = '20s'; " + String.join("; ", transaction) + "; ROLLBACK");
        assertThat(sql.number("select count(*) from keylift_import_job")).isNotNegative();
    }

    /** These statements are for no transaction, or for the whole server: what they name is there. */
    @Test
    void everySettingAndTableIsThere() throws IOException {
        List<String> settings = new ArrayList<>();
        List<String> reset = new ArrayList<>();
        List<String> tables = new ArrayList<>();
        for (String statement : statements("database.md")) {
            Matcher setting = SETTING.matcher(statement);
            Matcher vacuum = VACUUM.matcher(statement);
            Matcher back = RESET.matcher(statement);
            if (setting.matches()) {
                settings.add(setting.group(1));
            } else if (back.matches()) {
                reset.add(back.group(1));
            } else if (vacuum.matches()) {
                tables.addAll(Arrays.asList(vacuum.group(1).split(", ")));
            }
        }

        assertThat(settings)
                .isNotEmpty()
                .allSatisfy(name -> assertThat(sql.number("select count(*) from pg_settings where name = ?", name))
                        .isEqualTo(1));
        assertThat(reset).as("settings that are reset").isEqualTo(settings);
        assertThat(tables)
                .isNotEmpty()
                .allSatisfy(name -> assertThat(sql.number("select count(*) from pg_tables where tablename = ?", name))
                        .isEqualTo(1));
    }

    /** Settings that a migration changes of a table can be taken back. */
    @Test
    void everyTableThatIsChangedIsReset() throws IOException {
        Map<String, List<String>> changed = new TreeMap<>();
        for (String statement : statements("database.md")) {
            Matcher ofTable = OF_TABLE.matcher(statement);
            if (ofTable.matches()) {
                changed.computeIfAbsent(ofTable.group(1), any -> new ArrayList<>())
                        .add(ofTable.group(2));
            }
        }

        assertThat(changed).hasSizeGreaterThan(3);
        assertThat(changed.values())
                .isNotEmpty()
                .allSatisfy(steps -> assertThat(steps).containsExactly("SET", "RESET"));
    }

    @Test
    void whatSessionsWaitForHasTheNamesOfPostgreSql() throws IOException {
        Page runbook = Documentation.read().page("docs/runbooks/database.md");
        runbook.table("Wait events")
                .forEach(row -> Page.names(row.get(0))
                        .forEach(type -> Page.names(row.get(1)).forEach(event -> assertIsWaitEvent(type, event))));
        runbook.column("Locks", 0).forEach(lock -> assertIsWaitEvent("Lock", lock));
    }

    private void assertIsWaitEvent(String type, String name) {
        assertThat(sql.number("select count(*) from pg_wait_events where type = ? and name = ?", type, name))
                .as("%s %s", type, name)
                .isEqualTo(1);
    }

    @Test
    void theQueriesOfTheTimingsRun() throws IOException {
        StatementCounts.enable(sql);
        List<String> queries = statements("../timings.md").stream()
                .filter(statement -> statement.startsWith("SELECT "))
                .toList();

        assertThat(queries)
                .hasSize(2)
                .allSatisfy(query -> assertThat(sql.maps(query)).isNotNull());
        assertThat(queries)
                .anySatisfy(query -> assertThat(sql.maps(query))
                        .isNotEmpty()
                        .allSatisfy(row -> assertThat(row).containsKey("rows_per_call")));
    }

    private static List<String> statements(String page) throws IOException {
        String text = Files.readString(Sources.ROOT.resolve(Path.of("docs/operations", page)));
        return new ArrayList<>(Sources.find(BLOCK, text).stream()
                .flatMap(block -> Stream.of(block.split(";")))
                .map(String::strip)
                .filter(statement -> !statement.isEmpty())
                .toList());
    }
}
