// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.undo;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.it.imports.kinds.KindContract;
import io.keylift.it.imports.support.ImportClient;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;

/** Draws jobs of few objects, so that jobs meet each other's objects, and refer to them. */
final class RandomJobs {

    /** Of each kind. */
    static final int OBJECTS = 24;

    private static final List<String> PARAMETERS = List.of(
            "",
            "&ifExists=skip",
            "&ifExists=overwrite",
            "&ifExists=overwrite&ids=prefer",
            "&ifExists=merge",
            "&ifExists=merge&ids=ignore",
            "&op=remove",
            "&op=remove");

    private final Random random;
    private int count;

    RandomJobs(Random random) {
        this.random = random;
    }

    /**
     * A job that keeps what it changes.
     *
     * @param numbers number of the object that each line names
     */
    record Job(
            String id, KindContract kind, String parameters, int chunkSize, List<String> lines, List<Integer> numbers) {

        String path() {
            return kind.kind() + "?results=all&undo=true&job=" + id + "&chunkSize=" + chunkSize + parameters;
        }

        String body() {
            return ImportClient.lines(lines);
        }

        int chunks() {
            return (lines.size() + chunkSize - 1) / chunkSize;
        }

        @Override
        public String toString() {
            return path() + " " + lines;
        }
    }

    /** A job of at least two chunks. */
    Job draw(KindContract kind) {
        return draw(kind, true);
    }

    /** @param referring whether records also refer to objects that other jobs bring */
    Job draw(KindContract kind, boolean referring) {
        String drawn = PARAMETERS.get(random.nextInt(PARAMETERS.size()));
        String parameters = drawn.contains("remove") && !kind.isRemovable() ? "" : drawn;
        int records = 4 + random.nextInt(28);
        List<String> lines = new ArrayList<>();
        List<Integer> numbers = new ArrayList<>();
        for (int i = 0; i < records; i++) {
            int number = random.nextInt(OBJECTS);
            numbers.add(number);
            lines.add(line(kind, number, parameters.contains("ids="), referring));
        }
        return new Job("job-" + ++count, kind, parameters, 1 + random.nextInt(records / 2), lines, numbers);
    }

    private String line(KindContract kind, int number, boolean withIds, boolean referring) {
        int version = random.nextInt(4);
        ObjectNode record = kind.record(number);
        if (version > 0 && kind.isChangeable()) {
            record = kind.changed(record, version);
        }
        if (kind.kind().equals("user-changes") && record.has("email")) {
            // An undo names users by username.
            record.put("username", record.remove("email").asText().replaceAll("@.*", ""));
        }
        if (referring && random.nextInt(3) == 0) {
            refer(kind, record);
        }
        if (withIds && !kind.givenIds().isEmpty()) {
            record.put("id", new UUID(random.nextLong(), random.nextLong()).toString());
        }
        return switch (random.nextInt(20)) {
            case 0 -> "no json";
            case 1 -> record.put("colour", "red").toString();
            default -> record.toString();
        };
    }

    /** Names a group or a role that may be there. */
    private void refer(KindContract kind, ObjectNode record) {
        int number = random.nextInt(OBJECTS);
        String group = "/customers/region-" + number % 7 + "/team-" + number;
        String role = "role-" + (number - number % 2);
        switch (kind.kind()) {
            case "users" -> {
                record.withArray("groups").add(group);
                record.withArray("realmRoles").add(role);
            }
            case "groups", "departments", "role-mappings" ->
                record.withArray("realmRoles").add(role);
            case "user-changes" ->
                record.withObject("/add").withArray("realmRoles").add(role);
            case "group-members" -> record.put("group", group);
            case "roles" -> record.withObject("/composites").withArray("realm").add(role);
            default -> {}
        }
    }
}
