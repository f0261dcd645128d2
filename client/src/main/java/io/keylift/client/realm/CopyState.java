// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.client.realm;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.client.output.PrivateFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Progress of a copy, in a file, so that the same command goes on after a failure. It has no secrets. The realm's id
 * is noted before the realm is created: only a realm with this id was created by the copy.
 */
public final class CopyState {

    private static final ObjectMapper JSON = new ObjectMapper();

    private final Path file;
    private String realmId = "";
    private Map<String, String> componentIds = new TreeMap<>();
    private final Set<String> done = new LinkedHashSet<>();
    private int runs;

    private CopyState(Path file) {
        this.file = file;
    }

    /** The state of a copy that has begun, or of a new one. */
    public static CopyState in(Path file) throws IOException {
        CopyState state = new CopyState(file);
        if (Files.exists(file)) {
            JsonNode read = JSON.readTree(file.toFile());
            state.realmId = read.path("realmId").asText();
            state.runs = read.path("runs").asInt();
            read.path("componentIds")
                    .properties()
                    .forEach(id ->
                            state.componentIds.put(id.getKey(), id.getValue().asText()));
            read.path("done").forEach(step -> state.done.add(step.asText()));
        }
        return state;
    }

    /** The id that the copy gives its realm; empty before {@link #creates}. */
    String realmId() {
        return realmId;
    }

    Map<String, String> componentIds() {
        return Map.copyOf(componentIds);
    }

    void creates(String id, Map<String, String> components) throws IOException {
        realmId = id;
        componentIds = new TreeMap<>(components);
        done.clear();
        write();
    }

    boolean isDone(String step) {
        return done.contains(step);
    }

    void done(String step) throws IOException {
        done.add(step);
        write();
    }

    /** Number of a new run: an input that was exported anew is another job. */
    int nextRun() throws IOException {
        runs++;
        write();
        return runs;
    }

    private void write() throws IOException {
        ObjectNode written = JSON.createObjectNode().put("realmId", realmId).put("runs", runs);
        written.set("componentIds", JSON.valueToTree(componentIds));
        written.set("done", JSON.valueToTree(done));
        Files.createDirectories(file.toAbsolutePath().getParent());
        try (PrivateFile whole = new PrivateFile(file)) {
            whole.out().write(JSON.writeValueAsBytes(written));
            whole.keep();
        }
    }
}
