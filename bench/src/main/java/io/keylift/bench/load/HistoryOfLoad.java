// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bench.load;

import io.keylift.it.server.EmbeddedDatabase;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.LongStream;

/** The history of timings of a load, second by second. The servers write it each second. */
final class HistoryOfLoad {

    /** Options of a server for such a history. */
    static final Map<String, String> OPTIONS = Map.of(
            "spi-keylift-request-observer--timings-history--slice-seconds", "1",
            "spi-keylift-request-observer--timings-history--warm-up-minutes", "0");

    private static final double NANOS_PER_MILLI = 1e6;

    private HistoryOfLoad() {}

    /** All seconds from the first to the last one in which a request ended, except requests of the Admin API. */
    static List<SecondOfLoad> read(EmbeddedDatabase database, String name, Instant from, Instant to)
            throws SQLException {
        TreeMap<Long, List<SecondOfLoad>> slices = new TreeMap<>();
        try (Connection connection = database.connect(name);
                PreparedStatement query = connection.prepareStatement("select slice_start, requests, nanos, phases from"
                        + " keylift_timings_history where slice_start between ? and ? and uri not like '/admin/%'")) {
            query.setLong(1, from.getEpochSecond());
            query.setLong(2, to.getEpochSecond());
            try (ResultSet row = query.executeQuery()) {
                while (row.next()) {
                    long second = row.getLong(1);
                    slices.computeIfAbsent(second, any -> new ArrayList<>())
                            .add(new SecondOfLoad(
                                    Instant.ofEpochSecond(second),
                                    row.getLong(2),
                                    row.getLong(3) / NANOS_PER_MILLI,
                                    phases(row.getString(4))));
                }
            }
        }
        return whole(slices);
    }

    private static List<SecondOfLoad> whole(TreeMap<Long, List<SecondOfLoad>> slices) {
        if (slices.isEmpty()) {
            return List.of();
        }
        return LongStream.rangeClosed(slices.firstKey(), slices.lastKey())
                .mapToObj(second -> slices.containsKey(second)
                        ? together(slices.get(second))
                        : SecondOfLoad.none(Instant.ofEpochSecond(second)))
                .toList();
    }

    /** Parses a text such as {@code sql=1200 rest=340}, in nanoseconds. */
    static Map<String, Double> phases(String text) {
        Map<String, Double> phases = new HashMap<>();
        for (String part : text.split(" ")) {
            String[] phase = part.split("=");
            phases.put(phase[0], Long.parseLong(phase[1]) / NANOS_PER_MILLI);
        }
        return phases;
    }

    private static SecondOfLoad together(List<SecondOfLoad> slices) {
        Map<String, Double> phases = new HashMap<>();
        slices.forEach(slice -> slice.phases().forEach((phase, millis) -> phases.merge(phase, millis, Double::sum)));
        return new SecondOfLoad(
                slices.get(0).at(),
                slices.stream().mapToLong(SecondOfLoad::requests).sum(),
                slices.stream().mapToDouble(SecondOfLoad::millis).sum(),
                phases);
    }
}
