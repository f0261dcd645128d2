// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bench;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Figures of the programs that send files. */
final class ClientFigures {

    private final Map<Sender, Imports> imports = new EnumMap<>(Sender.class);
    private final List<Memory> memory = new ArrayList<>();

    /**
     * Imports of one sender.
     *
     * @param rates persons a second, of each round, from the start of the process to its end
     * @param cpu CPU time of the process for a person, of each round, in microseconds
     */
    record Imports(String sender, int records, List<Double> rates, List<Double> cpu) {}

    /** Memory of a process that has sent this much. */
    record Memory(String sender, int megabytes, double seconds, double residentBytes, double heapBytes) {}

    void add(Sender sender, int records, SenderProcess.Ended ended) {
        Imports of = imports.computeIfAbsent(
                sender, key -> new Imports(key.label(), records, new ArrayList<>(), new ArrayList<>()));
        of.rates().add(records / ended.seconds());
        of.cpu().add(ended.cpuMicros() / records);
        System.out.printf(Locale.ROOT, "  %s: %,.0f/s%n", sender.label(), records / ended.seconds());
    }

    void addMemory(Sender sender, int megabytes, SenderProcess.Ended ended) {
        memory.add(new Memory(sender.label(), megabytes, ended.seconds(), ended.residentBytes(), ended.heapBytes()));
        System.out.printf(
                Locale.ROOT, "  %s, %,d MB: %.0f MB%n", sender.label(), megabytes, ended.residentBytes() / 1e6);
    }

    void print(PrintStream out) {
        out.printf(
                "%n%-22s %9s %11s %11s %9s %12s %9s%n",
                "sender", "persons", "lowest/s", "highest/s", "of curl", "of unmapped", "CPU us");
        for (Imports of : imports.values()) {
            out.printf(
                    Locale.ROOT,
                    "%-22s %,9d %,11.0f %,11.0f %9s %12s %9.1f%n",
                    of.sender(),
                    of.records(),
                    of.rates().stream().mapToDouble(rate -> rate).min().orElseThrow(),
                    of.rates().stream().mapToDouble(rate -> rate).max().orElseThrow(),
                    ratio(of, Sender.CURL),
                    ratio(of, Sender.KEYLIFT),
                    Quantiles.median(of.cpu()));
        }
        out.println("Ratios are medians of the rounds. A sender's start counts, and its request for a token.");
        out.printf("%n%-22s %9s %9s %14s %20s%n", "sender", "MB sent", "seconds", "memory, MB", "collected heap, MB");
        for (Memory of : memory) {
            out.printf(
                    Locale.ROOT,
                    "%-22s %,9d %,9.0f %,14.0f %,20.0f%n",
                    of.sender(),
                    of.megabytes(),
                    of.seconds(),
                    of.residentBytes() / 1e6,
                    of.heapBytes() / 1e6);
        }
        out.println("Memory of the whole process, and heap after the collection that left most.");
    }

    private String ratio(Imports of, Sender other) {
        return imports.containsKey(other)
                ? String.format(
                        Locale.ROOT,
                        "%.3f",
                        Quantiles.median(
                                Ratios.ofRounds(of.rates(), imports.get(other).rates())))
                : "";
    }

    /** The figures, for Jackson. */
    Object result() {
        return Map.of("imports", imports.values(), "memory", memory);
    }
}
