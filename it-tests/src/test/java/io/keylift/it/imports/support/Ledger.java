// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.support;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;

/** The stored job with this name in one realm, with its chunks, read from the database. */
public record Ledger(Sql sql, String realm, String job) {

    private static final String OF_JOB = " from KEYLIFT_IMPORT_CHUNK c join KEYLIFT_IMPORT_JOB j on j.UID = c.JOB_UID"
            + " join REALM r on r.id = j.realm_id where r.name = ? and j.job_id = ?";

    /** Numbers of the committed chunks, in order. */
    public List<Integer> chunks() {
        return sql.strings("select c.chunk" + OF_JOB + " order by c.chunk", realm, job).stream()
                .map(Integer::valueOf)
                .toList();
    }

    public long chunkCount() {
        return sql.number("select count(*)" + OF_JOB, realm, job);
    }

    /** Sum of a counter, such as {@code added}, over all committed chunks. */
    public long sum(String counter) {
        return sql.number("select coalesce(sum(c." + counter + "), 0)" + OF_JOB, realm, job);
    }

    public String status() {
        return sql.strings(
                        "select j.status from KEYLIFT_IMPORT_JOB j join REALM r on r.id = j.realm_id"
                                + " where r.name = ? and j.job_id = ?",
                        realm,
                        job)
                .get(0);
    }

    /** Chunks 1 to n, whose lines follow each other without a gap. */
    public void assertComplete(int chunks, long lines) {
        assertThat(chunks()).isEqualTo(IntStream.rangeClosed(1, chunks).boxed().toList());
        List<List<String>> borders =
                sql.rows("select c.first_line, c.last_line" + OF_JOB + " order by c.chunk", realm, job);
        long last = 0;
        for (List<String> chunk : borders) {
            assertThat(Long.parseLong(chunk.get(0))).isEqualTo(last + 1);
            last = Long.parseLong(chunk.get(1));
        }
        assertThat(last).isEqualTo(lines);
    }
}
