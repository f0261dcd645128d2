// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PhasesTest {

    private static final String METERS = """
            keylift_import_chunk_seconds_count{kind="users",op="import",phase="parse"} 7
            keylift_import_chunk_seconds_sum{kind="users",op="import",phase="parse"} 1.5
            keylift_import_chunk_seconds_sum{kind="users",op="verify",phase="parse"} 0.25
            keylift_import_chunk_seconds_sum{kind="groups",op="import",phase="parse"} 9
            keylift_import_chunk_seconds_sum{kind="users",op="remove",phase="write"} 2.0E-1
            """;

    @Test
    void allOperationsOnTheKindCount() {
        Map<String, Double> seconds = Phases.seconds(METERS, "users");

        assertThat(seconds).containsOnlyKeys(Phases.ALL);
        assertThat(seconds)
                .containsEntry("parse", 1.75)
                .containsEntry("write", 0.2)
                .containsEntry("commit", 0.0);
    }

    @Test
    void sharesAreOfAllRounds() {
        assertThat(Phases.shares(List.of(Map.of("parse", 1.0, "write", 2.0), Map.of("parse", 0.0, "write", 5.0))))
                .containsEntry("parse", 0.125)
                .containsEntry("write", 0.875);
    }

    @Test
    void withoutChunksThereAreNoShares() {
        assertThat(Phases.shares(List.of(Map.of("parse", 0.0), Map.of()))).isEmpty();
    }
}
