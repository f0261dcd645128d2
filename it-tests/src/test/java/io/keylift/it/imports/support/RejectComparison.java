// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.support;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiFunction;

/** Writes the same records to two realms, through the Admin API and by an import. */
public record RejectComparison(TwinRealm one, TwinRealm other) {

    /**
     * Writes the records to both realms. The import must reject exactly the records that the Admin API refuses.
     *
     * @param path kind and parameters of the import
     * @param adminApi writes one record through the Admin API
     */
    public void write(
            String path, BiFunction<TwinRealm, ObjectNode, HttpResponse<String>> adminApi, List<ObjectNode> records)
            throws IOException {
        Map<Integer, String> refused = new TreeMap<>();
        List<ObjectNode> ofOne = Records.of(one, records);
        for (int i = 0; i < ofOne.size(); i++) {
            HttpResponse<String> answer = adminApi.apply(one, ofOne.get(i));
            if (answer.statusCode() >= 300) {
                refused.put(i + 1, answer.statusCode() + " " + answer.body());
            }
        }

        ImportAnswer answer = other.imports().post(path, Records.lines(Records.of(other, records)));

        assertThat(answer.addsUp().end()).isEqualTo("COMPLETED");
        Map<Integer, String> rejected = new TreeMap<>();
        answer.rejects().forEach(line -> rejected.put(line.get("line").asInt(), line.toString()));
        assertThat(rejected.keySet())
                .as("lines rejected, %s, and lines refused by the Admin API, %s", rejected, refused)
                .isEqualTo(refused.keySet());
    }
}
