// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.history;

import io.keylift.metrics.request.Phase;
import io.keylift.metrics.request.PhaseTimes;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Base64;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.zip.DataFormatException;
import org.HdrHistogram.AbstractHistogram;
import org.HdrHistogram.PackedHistogram;

/** Figures as text in columns. */
final class StoredFigures {

    /**
     * One exact digit, {@link HistoryReader#RELATIVE_ERROR}. A histogram then has at most 600 classes, so its text fits
     * into 4,000 characters whatever it counts.
     */
    static final int DIGITS = 1;

    private static final Map<String, Phase> PHASES =
            Arrays.stream(Phase.values()).collect(Collectors.toUnmodifiableMap(Phase::label, Function.identity()));

    private StoredFigures() {}

    /** The histogram in HdrHistogram's own compressed encoding, as Base64. */
    static String text(AbstractHistogram durations) {
        ByteBuffer buffer = ByteBuffer.allocate(durations.getNeededByteBufferCapacity());
        int length = durations.encodeIntoCompressedByteBuffer(buffer);
        return Base64.getEncoder().encodeToString(Arrays.copyOf(buffer.array(), length));
    }

    /** The histogram of this text. */
    static AbstractHistogram durations(String text) {
        try {
            return PackedHistogram.decodeFromCompressedByteBuffer(
                    ByteBuffer.wrap(Base64.getDecoder().decode(text)), 0);
        } catch (DataFormatException e) {
            throw new IllegalArgumentException("Not a histogram: " + text, e);
        }
    }

    /** The phases that take time, as in {@code sql=1200 rest=340}. */
    static String text(PhaseTimes phases) {
        return Arrays.stream(Phase.values())
                .filter(phase -> phases.nanos(phase) != 0)
                .map(phase -> phase.label() + "=" + phases.nanos(phase))
                .collect(Collectors.joining(" "));
    }

    /** The phases of this text. Time of an unknown phase, such as one of a later version, is {@code rest}. */
    static PhaseTimes phases(String text) {
        long[] nanos = new long[PHASES.size()];
        if (text != null && !text.isEmpty()) {
            for (String part : text.split(" ")) {
                int sign = part.indexOf('=');
                Phase phase = PHASES.getOrDefault(part.substring(0, sign), Phase.REST);
                nanos[phase.ordinal()] += Long.parseLong(part.substring(sign + 1));
            }
        }
        return new PhaseTimes(nanos);
    }
}
