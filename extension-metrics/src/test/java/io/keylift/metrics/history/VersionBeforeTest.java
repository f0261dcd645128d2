// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.history;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class VersionBeforeTest {

    /** The end of a version whose slices have become days is a midnight: of its last day, there may be minutes. */
    @ParameterizedTest
    @CsvSource({
        "2026-11-27T14:30:00Z, 2026-11-26T00:00:00Z",
        "2026-11-27T00:20:00Z, 2026-11-26T00:00:00Z",
        "2026-11-28T00:00:00Z, 2026-11-26T00:00:00Z"
    })
    void hasAtLeastADayAndTheSameOneWhenSlicesBecomeDays(Instant end, Instant from) {
        assertThat(VersionBefore.of("1", end)).isEqualTo(new VersionBefore("1", from, end));
    }
}
