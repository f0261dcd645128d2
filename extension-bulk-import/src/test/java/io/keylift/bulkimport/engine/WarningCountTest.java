// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.keylift.bulkimport.input.Fingerprint;
import io.keylift.bulkimport.job.Warning;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WarningCountTest {

    /** An input that says nothing. */
    private static final class NoInput extends ChunkInput {
        @Override
        Chunk next() {
            return null;
        }

        @Override
        double readShare() {
            return 1;
        }

        @Override
        Fingerprint fingerprint() {
            return null;
        }

        @Override
        boolean isComplete() {
            return true;
        }
    }

    private static final Warning WARNING = new Warning("odd", "This is odd");

    @ParameterizedTest
    @CsvSource({
        "100, 100, true",
        "99, 100, true",
        "98, 100, false",
        "99, 99, false",
        "990, 1000, true",
        "0, 1000, false"
    })
    void warnsIfNearlyAllOfManyAreAlike(long like, long added, boolean warns) {
        WarningCount count = new WarningCount(new NoInput(), List.of());

        count.add(like == 0 ? Map.of() : Map.of(WARNING, like), added - 1);
        count.add(Map.of(), 1);

        assertThat(count.warnings().contains(WARNING)).isEqualTo(warns);
    }
}
