// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.events;

import static org.assertj.core.api.Assertions.assertThat;

import io.keylift.it.imports.support.ImportAnswer;
import io.keylift.it.imports.support.Records;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Records that contain secrets and are imported together.
 *
 * @param ifExists what to do with existing objects
 * @param outcomes outcome of each record: {@code added}, {@code updated} or the code of its reject
 */
record SecretRecords(String kind, String ifExists, List<String> outcomes, List<String> lines) {

    static List<SecretRecords> read(Secrets secrets) {
        List<SecretRecords> all = new ArrayList<>();
        for (String line : Records.lines("secrets.txt")) {
            String[] parts = line.split(" ", 2);
            if (parts[0].equals("=")) {
                String[] kind = parts[1].split(" ");
                all.add(new SecretRecords(kind[0], kind[1], new ArrayList<>(), new ArrayList<>()));
            } else {
                SecretRecords last = all.get(all.size() - 1);
                last.outcomes.add(parts[0]);
                last.lines.add(secrets.fill(parts[1]));
            }
        }
        return all;
    }

    /** Id of the job that imports them. */
    String job() {
        return kind + "-" + ifExists;
    }

    /** Each record went as far as it should, and no farther. */
    void assertOutcomes(ImportAnswer answer) {
        Map<Integer, String> found = new TreeMap<>();
        answer.ofType("record")
                .forEach(line -> found.put(
                        line.path("line").asInt(), line.path("outcome").asText()));
        answer.rejects()
                .forEach(line ->
                        found.put(line.path("line").asInt(), line.path("code").asText()));
        assertThat(List.copyOf(found.values())).isEqualTo(outcomes);
    }
}
