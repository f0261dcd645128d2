// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bench.load;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import io.keylift.bench.Environment;
import io.keylift.bench.Instrumentation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;

/**
 * The measurements so far, kept in a folder, so that the next run of an interrupted load test continues there.
 *
 * @param measured versions of the measured software: figures of other versions must not be mixed with these
 * @param environment of the first run
 */
record LoadState(
        LoadSettings settings,
        SortedMap<String, String> measured,
        Environment environment,
        List<Start> starts,
        List<Step> steps,
        List<SessionMemory> memory) {

    private static final ObjectMapper JSON = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

    /** A state without measurements. */
    LoadState(LoadSettings settings, SortedMap<String, String> measured, Environment environment) {
        this(settings, measured, environment, new ArrayList<>(), new ArrayList<>(), new ArrayList<>());
    }

    /** The state in the folder for the same settings and versions; otherwise the empty state. */
    static LoadState in(Path folder, LoadState empty) throws IOException {
        Path file = empty.file(folder);
        return Files.exists(file) ? JSON.readValue(file.toFile(), LoadState.class) : empty;
    }

    private Path file(Path folder) {
        return folder.resolve("state-" + Versions.key(settings, measured) + ".json");
    }

    void write(Path folder) throws IOException {
        WholeFile.write(file(folder), JSON.writeValueAsString(this));
    }

    /** Steps of one ramp, in their order. */
    List<Step> ramp(int set, Instrumentation server, Service service) {
        return steps.stream().filter(step -> step.is(set, server, service)).toList();
    }

    /** Whether a rate of this ramp remains to be measured. */
    boolean isOpen(int set, Instrumentation server, Service service) {
        return settings.ramp(service).next(ramp(set, server, service)).isPresent();
    }

    /** Number of ramps with a rate that remains to be measured. */
    long openRamps() {
        long open = 0;
        for (int set = 1; set <= settings.sets(); set++) {
            for (Instrumentation server : settings.servers()) {
                int current = set;
                open += settings.services().stream()
                        .filter(service -> isOpen(current, server, service))
                        .count();
            }
        }
        return open;
    }

    /** Servers whose memory remains to be measured. */
    List<Instrumentation> openMemory() {
        return settings.sessions().isEmpty()
                ? List.of()
                : settings.servers().stream()
                        .filter(server -> memory.stream().noneMatch(done -> done.server() == server))
                        .toList();
    }

    boolean isComplete() {
        return openRamps() == 0 && openMemory().isEmpty();
    }
}
