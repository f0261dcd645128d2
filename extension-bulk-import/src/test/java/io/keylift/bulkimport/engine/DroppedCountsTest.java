// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.keylift.bulkimport.job.Warning;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class DroppedCountsTest {

    private static Warning of(String pointer, long count, Long... lines) {
        return new Warning("unknown_role", "Left out", "users", pointer, count, List.of(lines));
    }

    /** Chunks that run side by side end in any order. */
    @Test
    void isTheSameInAnyOrderOfTheChunks() {
        List<DroppedCounts> chunks = new ArrayList<>();
        LongStream.rangeClosed(1, 50).forEach(line -> {
            DroppedCounts chunk = new DroppedCounts();
            chunk.add(List.of(of("/realmRoles/*", 2, line, line + 1000)));
            chunks.add(chunk);
        });
        Collections.shuffle(chunks, new Random(7));
        DroppedCounts count = new DroppedCounts();

        chunks.forEach(count::add);

        assertThat(count.warnings()).containsExactly(of("/realmRoles/*", 100, 1L, 2L, 3L));
    }

    @Test
    void goesOnFromWhatItTold() {
        DroppedCounts before = new DroppedCounts();
        before.add(List.of(of("/realmRoles/*", 3, 4L, 5L, 6L), of("/groups/*", 1, 9L)));
        DroppedCounts count = new DroppedCounts();

        count.add(before.warnings());
        count.add(List.of(of("/groups/*", 1, 8L), new Warning("users_disabled", "No count of its own")));

        assertThat(count.warnings()).containsExactly(of("/groups/*", 2, 8L, 9L), of("/realmRoles/*", 3, 4L, 5L, 6L));
    }

    @Test
    void countsFurtherPlacesTogether() {
        DroppedCounts count = new DroppedCounts();

        LongStream.rangeClosed(1, 150).forEach(line -> count.add(List.of(of("/clientRoles/c" + line, 1, line))));

        assertThat(count.warnings()).hasSize(101).contains(of(null, 50, 101L, 102L, 103L));
        assertThat(count.warnings().stream().mapToLong(Warning::count).sum()).isEqualTo(150);
    }
}
