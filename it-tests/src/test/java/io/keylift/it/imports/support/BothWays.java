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

/** Two realms alike into which the same records come: into one by calls of the Admin API, into the other by imports. */
public record BothWays(TwinRealm one, TwinRealm other) {

    /**
     * Brings records into both; what the Admin API refuses, the import has to reject, and nothing else.
     *
     * @param path kind and parameters of the import
     * @param adminApi does the same for one record
     */
    public void bring(
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
