// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.bench;

import com.fasterxml.jackson.databind.JsonNode;
import io.keylift.it.http.AdminHttp;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * What our own code does for one token request, measured alone by JMH: see {@code HooksBenchmark} of the extension.
 *
 * @param micros mean time
 * @param error half of the interval that the mean is in with a confidence of 99.9 %
 */
record HooksCost(double micros, double error) {

    /** What was measured in this build, from the file that system property {@code bench.hooks} names; {@code null} if nothing was. */
    static HooksCost measured() throws IOException {
        String file = System.getProperty("bench.hooks");
        if (file == null || !Files.exists(Path.of(file))) {
            return null;
        }
        JsonNode metric = AdminHttp.JSON.readTree(Path.of(file).toFile()).at("/0/primaryMetric");
        return new HooksCost(
                metric.get("score").asDouble(), metric.get("scoreError").asDouble());
    }
}
