// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bench.load;

import static io.keylift.bench.Instrumentation.PLAIN;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.keylift.bench.load.SessionMemory.Point;
import java.util.List;
import org.junit.jupiter.api.Test;

class SessionMemoryTest {

    /** 500 MB and 4 KB for each session, except for a point that is 4 MB off in each direction. */
    private final SessionMemory memory = new SessionMemory(
            PLAIN,
            List.of(
                    new Point(5_120, 524, 120, 224),
                    new Point(10_240, 532, 140, 242),
                    new Point(15_360, 568, 160, 268),
                    new Point(20_480, 576, 180, 276)));

    @Test
    void theLineIsFittedByLeastSquares() {
        assertThat(memory.heapUsed().base()).isEqualTo(100, within(1e-9));
        assertThat(memory.heapUsed().kilobytesPerSession()).isEqualTo(4, within(1e-9));
        assertThat(memory.resident().kilobytesPerSession()).isEqualTo(3.84, within(1e-9));
        assertThat(memory.resident().megabytes(12_800)).isEqualTo(550, within(1e-9));
    }

    @Test
    void whatIsNotHeapIsTheRestOfTheProcess() {
        assertThat(memory.besideTheHeap()).isEqualTo((300 + 290 + 300 + 300) / 4.0);
    }
}
