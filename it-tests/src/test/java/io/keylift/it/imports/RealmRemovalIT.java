// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports;

import static org.assertj.core.api.Assertions.assertThat;

import io.keylift.it.OnSharedServer;
import io.keylift.it.SharedServer;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** A realm that is removed takes what imports have kept of it with it. */
@OnSharedServer
class RealmRemovalIT {

    /** Each of the extension's tables with the column that names a job. */
    private static final String TABLES = """
            select table_name, column_name from information_schema.columns
            where table_name like 'keylift%' and column_name in ('uid', 'job_uid')
            """;

    @Test
    void jobsChunksAndClaimsGoWithTheirRealm(SharedServer server) throws IOException {
        try (Sql sql = new Sql(server.database())) {
            List<String> going = jobs(server, sql, "going");
            List<String> staying = jobs(server, sql, "staying");
            Map<String, Long> before = rows(sql, staying);
            assertThat(rows(sql, going))
                    .containsKeys(
                            "keylift_import_job",
                            "keylift_import_chunk",
                            "keylift_import_claim",
                            "keylift_import_deferred")
                    .isEqualTo(before)
                    .doesNotContainValue(0L);

            server.admin().delete("/admin/realms/going");

            assertThat(rows(sql, going).values()).containsOnly(0L);
            assertThat(rows(sql, staying)).isEqualTo(before);
        }
    }

    /** A new realm's jobs: one that has ended, one that has stopped in the middle of a dry run, and one with a line that waits. */
    private static List<String> jobs(SharedServer server, Sql sql, String realm) throws IOException {
        ImportClient client = ImportClient.inNewRealm(server, realm);
        assertThat(client.post("users?chunkSize=2", UserRecords.users("user", 1, 5))
                        .end())
                .isEqualTo("COMPLETED");
        assertThat(client.post(
                                "users?dryRun=true&onReject=stop&chunkSize=1",
                                List.of(UserRecords.user("dry"), "{}", UserRecords.user("never")))
                        .end())
                .isEqualTo("STOPPED rejected");
        assertThat(client.post(
                                "realm-attributes?onReject=stop&chunkSize=1",
                                List.of("{\"name\":\"early\",\"value\":\"x\",\"after\":\"late\"}", "{}"))
                        .end())
                .isEqualTo("STOPPED rejected");
        return sql.strings(
                "select j.uid from keylift_import_job j join realm r on r.id = j.realm_id where r.name = ?", realm);
    }

    /** How many rows each table has of these jobs. */
    private static Map<String, Long> rows(Sql sql, List<String> jobs) {
        Map<String, Long> rows = new TreeMap<>();
        for (List<String> table : sql.rows(TABLES)) {
            String query = "select count(*) from " + table.get(0) + " where " + table.get(1)
                    + " = any (string_to_array(?, ' '))";
            rows.put(table.get(0), sql.number(query, String.join(" ", jobs)));
        }
        return rows;
    }
}
