// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.history;

import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Length of the slices of a time line, and its reach: the age up to which slices of that length exist. */
public enum Resolution {
    MINUTES("minutes", Duration.ofMinutes(1), Duration.ofHours(3)),
    HOURS("hours", Duration.ofHours(1), Duration.ofDays(8)),
    DAYS("days", Duration.ofDays(1), Duration.ofDays(3650));

    private final String label;
    private final Duration slice;
    private final Duration reach;

    Resolution(String label, Duration slice, Duration reach) {
        this.label = label;
        this.slice = slice;
        this.reach = reach;
    }

    /** Name in queries and answers. */
    public String label() {
        return label;
    }

    /** Length of a slice. */
    public Duration slice() {
        return slice;
    }

    /** Beginning of the slice with this moment. */
    Instant beginning(Instant moment) {
        long second = moment.getEpochSecond();
        return Instant.ofEpochSecond(second - second % slice.toSeconds());
    }

    Duration reach() {
        return reach;
    }

    /** The one of this name. */
    public static Optional<Resolution> of(String label) {
        return Arrays.stream(values()).filter(one -> one.label.equals(label)).findFirst();
    }

    /** The names of all. */
    public static List<String> labels() {
        return Arrays.stream(values()).map(Resolution::label).toList();
    }
}
