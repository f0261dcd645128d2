// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bench.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class MetersTest {

    private final Meters meters = new Meters(List.of(
            "# TYPE jvm_memory_used_bytes gauge",
            "jvm_memory_used_bytes{area=\"heap\",id=\"G1 Eden Space\"} 2.097152E7",
            "jvm_memory_used_bytes{area=\"heap\",id=\"G1 Old Gen\"} 3.145728E7",
            "jvm_memory_used_bytes{area=\"nonheap\",id=\"Metaspace\"} 1.048576E8",
            "jvm_memory_committed_bytes{area=\"heap\",id=\"G1 Old Gen\"} 6.291456E7",
            "jvm_gc_memory_allocated_bytes_total 1.0E9"));

    @Test
    void allocatedIsWhatWasCollectedAndWhatIsYoung() {
        assertThat(meters.allocatedBytes()).isEqualTo(1.0E9 + 20 * 1024 * 1024);
    }

    @Test
    void heapIsTheSumOfItsPools() {
        assertThat(meters.heapUsedMegabytes()).isEqualTo(50);
        assertThat(meters.heapCommittedMegabytes()).isEqualTo(60);
    }

    @Test
    void aMeterThatIsMissingIsNotANumber() {
        assertThat(new Meters(List.of()).allocatedBytes()).isNaN();
    }
}
