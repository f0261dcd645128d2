// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.keylift.it.observability.PrometheusConfiguration;
import io.keylift.it.server.Workspace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Pattern;

/** A copy of our rules for a test: a minute of theirs lasts some seconds, and they look back half an hour at most. */
final class FastRules {

    /** Durations of windows, of offsets, and of the wait before an alert. */
    private static final Pattern DURATION = Pattern.compile("(\\[|offset |for: )(\\d+)([mh])\\b");

    private static final int MOST_MINUTES = 30;

    private FastRules() {}

    static Path write(int secondsOfAMinute) throws IOException {
        String shipped = Files.readString(PrometheusConfiguration.rules());
        String fast = DURATION.matcher(shipped).replaceAll(found -> {
            int minutes = Integer.parseInt(found.group(2)) * (found.group(3).equals("h") ? 60 : 1);
            return found.group(1) + Math.min(minutes, MOST_MINUTES) * secondsOfAMinute + "s";
        });
        assertThat(fast).isNotEqualTo(shipped);
        return Files.writeString(Workspace.directory("fast-rules").resolve("keylift-rules.yml"), fast);
    }
}
