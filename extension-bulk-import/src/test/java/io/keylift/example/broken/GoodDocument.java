// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.example.broken;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.SplittableRandom;

/** A small document that nothing is wrong with, as the texts of its sections, to be broken by others. */
final class GoodDocument {

    static final String USERS = "users";

    /** Texts of the values by the names of the fields. */
    final Map<String, String> fields = new LinkedHashMap<>();

    /** Texts of the users; one of them is the victim. */
    final List<String> users = new ArrayList<>();

    final List<String> names = new ArrayList<>();
    final int victim;

    GoodDocument(String prefix, SplittableRandom random) {
        int count = 2 + random.nextInt(5);
        for (int i = 0; i < count; i++) {
            String name = prefix + "-" + i;
            names.add(name);
            users.add("{\"username\":\"" + name
                    + "\",\"enabled\":true,\"lastName\":\"Größe\",\"firstName\":\"" + random.nextInt()
                    + "\",\"realmRoles\":[\"broken-role\"],\"groups\":[\"/broken/inner\"]}");
        }
        victim = random.nextInt(count);
        fields.put("realm", "\"broken\"");
        fields.put("displayName", "\"Broken\"");
        fields.put("roles", "{\"realm\":[{\"name\":\"broken-role\"}],\"client\":{\"account\":[]}}");
        fields.put("groups", "[{\"name\":\"broken\",\"subGroups\":[{\"name\":\"inner\",\"subGroups\":[]}]}]");
    }

    /** Names of the users that nothing was done to, if only the victim was broken. */
    List<String> others() {
        List<String> others = new ArrayList<>(names);
        others.remove(victim);
        return others;
    }

    String victim() {
        return users.get(victim);
    }

    void breakVictim(String text) {
        users.set(victim, text);
    }

    /** With all sections, the users last. */
    String text() {
        fields.put(USERS, "[" + String.join(",", users) + "]");
        return text(new ArrayList<>(fields.keySet()));
    }

    String text(List<String> names) {
        List<String> members = new ArrayList<>();
        names.forEach(name -> members.add("\"" + name + "\":" + fields.get(name)));
        return "{" + String.join(",\n ", members) + "}";
    }

    String shuffled(SplittableRandom random) {
        text();
        List<String> names = new ArrayList<>(fields.keySet());
        Collections.shuffle(names, new Random(random.nextLong()));
        return text(names);
    }

    /** As {@code kc.sh export --dir} writes it: the users in a document of their own. */
    String realmAlone() {
        List<String> names = new ArrayList<>(fields.keySet());
        names.remove(USERS);
        return text(names);
    }

    String usersAlone(int from, int to) {
        return "{\"realm\":\"broken\",\"users\":[" + String.join(",", users.subList(from, to)) + "]}";
    }
}
