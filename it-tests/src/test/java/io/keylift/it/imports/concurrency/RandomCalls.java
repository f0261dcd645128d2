// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.concurrency;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Draws calls that concern the same few users, groups and roles. */
final class RandomCalls {

    private static final int OBJECTS = 2;

    /** Names of calls of the Admin API. */
    static final List<String> ADMIN =
            List.of("joins", "leaves", "maps", "unmaps", "removes user", "removes group", "removes role");

    /** The policies of imports that change what exists. */
    private static final List<String> POLICIES = List.of("merge", "overwrite", "skip");

    private final Random random;
    private final String prefix;
    private int calls;

    private RandomCalls(Random random, String prefix) {
        this.random = random;
        this.prefix = prefix;
    }

    /**
     * A call of one chunk. A call of the Admin API has the name of a user as its path, and that of a group or role as
     * its body.
     */
    record Call(String name, String job, String path, String body) {

        boolean isOfAdminApi() {
            return ADMIN.contains(name);
        }
    }

    /**
     * Two calls that run at the same time.
     *
     * @param prefix with which the names of all objects begin
     * @param before calls that make the objects
     * @param after calls that remove them
     */
    record Round(String prefix, List<Call> before, Call one, Call other, List<Call> after) {

        @Override
        public String toString() {
            return before + "\n" + one + "\n" + other;
        }
    }

    static Round draw(Random random, String prefix) {
        return new RandomCalls(random, prefix).draw();
    }

    private Round draw() {
        List<Call> before = new ArrayList<>();
        before.add(call("roles", "roles", records(this::role, OBJECTS)));
        before.add(call("groups", "groups", records(this::group, OBJECTS)));
        before.add(call("users", "users", records(this::user, OBJECTS)));
        Call undone = random.nextBoolean() ? removal() : addition();
        before.add(undone);
        Call one = any(undone);
        Call other = random.nextInt(5) == 0 ? admin() : any(undone);
        return new Round(prefix, before, one, other, cleaning());
    }

    private Call any(Call undone) {
        return switch (random.nextInt(5)) {
            case 0 -> call("undo", "jobs/" + undone.job() + "/undo", "");
            case 1, 2 -> removal();
            default -> addition();
        };
    }

    private Call admin() {
        String name = ADMIN.get(random.nextInt(ADMIN.size()));
        boolean concernsRole = name.endsWith("role") || name.endsWith("maps");
        return new Call(name, "admin", some("u"), concernsRole ? some("r") : some("g"));
    }

    private Call addition() {
        String policy = "?undo=true&ifExists=" + POLICIES.get(random.nextInt(POLICIES.size()));
        return switch (random.nextInt(5)) {
            case 0 -> call("roles", "roles" + policy, records(this::role, 1 + random.nextInt(OBJECTS)));
            case 1 -> call("groups", "groups" + policy, records(this::group, 1 + random.nextInt(OBJECTS)));
            case 2 -> call("role-mappings", "role-mappings" + policy, mapping());
            case 3 -> call("group-members", "group-members" + policy, member());
            default -> call("users", "users" + policy, records(this::user, 1 + random.nextInt(OBJECTS)));
        };
    }

    private Call removal() {
        String kind = List.of("roles", "groups", "users", "role-mappings", "group-members")
                .get(random.nextInt(5));
        String body = switch (kind) {
            case "roles" -> "{\"name\":\"" + some("r") + "\"}";
            case "groups" -> "{\"path\":\"/" + some("g") + "\"}";
            case "users" -> "{\"username\":\"" + some("u") + "\"}";
            case "role-mappings" -> mapping();
            default -> member();
        };
        return call("removal of " + kind, kind + "?op=remove&undo=true", body);
    }

    private List<Call> cleaning() {
        return List.of(
                call("", "users?op=remove", records(i -> "{\"username\":\"" + name("u", i) + "\"}", OBJECTS)),
                call("", "groups?op=remove", records(i -> "{\"path\":\"/" + name("g", i) + "\"}", OBJECTS)),
                call("", "roles?op=remove", records(i -> "{\"name\":\"" + name("r", i) + "\"}", OBJECTS)));
    }

    private Call call(String name, String path, String body) {
        String job = prefix + calls++;
        return new Call(name, job, path + (path.contains("?") ? "&" : "?") + "results=all&job=" + job, body);
    }

    private static String records(Function<Integer, String> record, int count) {
        return IntStream.range(0, count).mapToObj(record::apply).collect(Collectors.joining("\n"));
    }

    private String role(int i) {
        return "{\"name\":\"%s\",\"description\":\"%d\"}".formatted(name("r", i), random.nextInt(3));
    }

    private String group(int i) {
        return "{\"path\":\"/%s\",\"attributes\":{\"a\":[\"%d\"]},\"realmRoles\":[%s]}"
                .formatted(name("g", i), random.nextInt(3), random.nextInt(3) == 0 ? quoted(some("r")) : "");
    }

    private String user(int i) {
        return "{\"username\":\"%s\",\"firstName\":\"%d\",\"groups\":[%s],\"realmRoles\":[%s]}"
                .formatted(
                        name("u", i),
                        random.nextInt(3),
                        random.nextInt(4) == 0 ? "" : quoted("/" + some("g")),
                        random.nextInt(4) == 0 ? "" : quoted(some("r")));
    }

    private String mapping() {
        return "{\"username\":\"%s\",\"realmRoles\":[%s]}".formatted(some("u"), quoted(some("r")));
    }

    private String member() {
        return "{\"username\":\"%s\",\"group\":\"/%s\"}".formatted(some("u"), some("g"));
    }

    private String some(String type) {
        return name(type, random.nextInt(OBJECTS));
    }

    private String name(String type, int i) {
        return prefix + type + i;
    }

    private static String quoted(String text) {
        return "\"" + text + "\"";
    }
}
