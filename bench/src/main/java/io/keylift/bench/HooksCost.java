// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bench;

import com.fasterxml.jackson.databind.JsonNode;
import io.keylift.it.http.AdminHttp;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;

/**
 * Time of our own code for one token request, measured alone by JMH: see {@code HooksBenchmark} of the extension.
 *
 * @param micros mean time in microseconds
 * @param error half of the confidence interval of the mean at 99.9 %
 */
record HooksCost(double micros, double error) {

    /**
     * The measurement of this build: from the file in system property {@code bench.hooks}, unless it is older than
     * {@code bench.buildStart}. {@code null} if there is none.
     */
    static HooksCost measured() throws IOException {
        String file = System.getProperty("bench.hooks");
        return file == null ? null : read(Path.of(file), Instant.parse(System.getProperty("bench.buildStart")));
    }

    static HooksCost read(Path file, Instant buildStart) throws IOException {
        if (!Files.exists(file) || Files.getLastModifiedTime(file).toInstant().isBefore(buildStart)) {
            return null;
        }
        JsonNode metric = AdminHttp.JSON.readTree(file.toFile()).at("/0/primaryMetric");
        return new HooksCost(
                metric.get("score").asDouble(), metric.get("scoreError").asDouble());
    }
}
