// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.it.SharedServer;
import io.keylift.it.SharedServerExtension;
import io.keylift.it.http.AdminHttp;
import io.keylift.it.tenant.SampleTenant;
import io.keylift.it.tenant.TenantRealm;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Law 4, counted by the database itself. */
@ExtendWith(SharedServerExtension.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ConstantStatementsIT {

    private static final String REALM = "constant-statements";
    private static final int SMALL = 100;
    private static final int LARGE = 1000;

    /** Names of records never repeat, so every import takes a range of its own. */
    private final SampleTenant tenant = new SampleTenant(4, 50, 0);

    private ImportClient client;
    private int next;
    private int version;

    @BeforeAll
    void realm(SharedServer server) throws IOException {
        TenantRealm.create(server.admin(), REALM);
        client = new ImportClient(server.admin(), REALM);
        add("organizations", 50, 50);
        try (Sql sql = new Sql(server.database())) {
            Statements.enable(sql);
        }
    }

    static Stream<Arguments> ways() {
        return Stream.of("users", "organizations")
                .flatMap(kind -> Stream.of("fail", "skip", "overwrite", "merge").map(way -> Arguments.of(kind, way)));
    }

    @ParameterizedTest
    @MethodSource("ways")
    void law4_aChunkOfAThousandTakesTheStatementsOfAChunkOfAHundred(String kind, String ifExists, SharedServer server)
            throws IOException {
        try (Sql sql = new Sql(server.database())) {
            Statements small = chunk(sql, kind, ifExists, SMALL);
            Statements large = chunk(sql, kind, ifExists, LARGE);

            assertThat(large.readings()).isNotEmpty().containsExactlyInAnyOrderEntriesOf(small.readings());
            assertThat(large.writings().keySet()).isEqualTo(small.writings().keySet());
            large.writings().forEach((shape, count) -> {
                if (shape.startsWith("insert") && count.rows() >= LARGE) {
                    assertThat(count.calls())
                            .as("calls for %d rows: %s", count.rows(), shape)
                            .isLessThanOrEqualTo(count.rows() / 50);
                }
            });
        }
    }

    @ParameterizedTest
    @MethodSource("ways")
    void law4_statementsGrowNeitherWithTheRealmNorWithEarlierImports(String kind, String ifExists, SharedServer server)
            throws IOException {
        try (Sql sql = new Sql(server.database())) {
            Statements before = chunk(sql, kind, ifExists, SMALL);
            for (int i = 0; i < 10; i++) {
                add(kind, 300, 100);
            }
            Statements after = chunk(sql, kind, ifExists, SMALL);

            assertThat(after.readings()).containsExactlyInAnyOrderEntriesOf(before.readings());
            assertThat(after.writings().keySet()).isEqualTo(before.writings().keySet());
        }
    }

    /** The statements of an import of one chunk: of new records, or of records all of which exist and change. */
    private Statements chunk(Sql sql, String kind, String ifExists, int size) throws IOException {
        boolean existing = !ifExists.equals("fail");
        int first = existing ? add(kind, size, LARGE) : 0;
        return Statements.ofOne(sql, () -> {
            List<String> records = existing ? changed(kind, first, size) : records(kind, take(size), size);
            ImportAnswer answer =
                    client.post(kind + "?parallelism=1&chunkSize=" + LARGE + "&ifExists=" + ifExists, records);
            String outcome = ifExists.equals("fail") ? "added" : ifExists.equals("skip") ? "skipped" : "updated";
            assertThat(answer.count(outcome)).as("%s", answer.lines()).isEqualTo(size);
            assertThat(answer.chunks()).hasSize(1);
        });
    }

    /** Adds new records and returns the number of the first. */
    private int add(String kind, int count, int chunkSize) throws IOException {
        int first = take(count);
        ImportAnswer answer = client.post(kind + "?chunkSize=" + chunkSize, records(kind, first, count));
        assertThat(answer.count("added")).as("%s", answer.lines()).isEqualTo(count);
        return first;
    }

    private int take(int count) {
        int first = next;
        next += count;
        return first;
    }

    private List<String> records(String kind, int first, int count) {
        List<String> records = new ArrayList<>();
        for (int i = first; i < first + count; i++) {
            records.add(kind.equals("users") ? tenant.person(i) : tenant.organization(i));
        }
        return records;
    }

    /** The same records, each with something new in its own row and in the rows that hang on it. */
    private List<String> changed(String kind, int first, int count) throws IOException {
        version++;
        List<String> changed = new ArrayList<>();
        for (String record : records(kind, first, count)) {
            ObjectNode changing = (ObjectNode) AdminHttp.JSON.readTree(record);
            changing.put(kind.equals("users") ? "lastName" : "description", "Version " + version);
            ((ObjectNode) changing.get("attributes")).put(kind.equals("users") ? "jobTitle" : "size", "v" + version);
            changed.add(changing.toString());
        }
        return changed;
    }
}
