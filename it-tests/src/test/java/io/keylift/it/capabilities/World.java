// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.capabilities;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * A small realm as chance made it: roles of the realm and of a client, composed of each other in circles, too, a tree
 * of groups, people, a service account, capabilities, sets within sets, and who has what of all this. Every name begins
 * with that of the world. Knows by brute force what everybody has in the end.
 */
final class World {

    /** Roles of the realm go by their names, those of the client by {@code client/name}. */
    final Map<String, Set<String>> roles = new TreeMap<>();

    /** Paths. */
    final Map<String, Set<String>> groupRoles = new TreeMap<>();

    final Map<String, Set<String>> userRoles = new TreeMap<>();
    final Map<String, Set<String>> userGroups = new TreeMap<>();

    /** Set to its direct members; a capability to {@code null}. */
    final Map<String, Set<String>> catalog = new TreeMap<>();

    /** Role or user to what is assigned to it. */
    final Map<String, Set<String>> assigned = new TreeMap<>();

    /** {@code null} if there is none. */
    final String client;

    private final Random chance;

    World(int number, Random chance) {
        this.chance = chance;
        String world = "w" + number;
        client = chance.nextInt(3) == 0 ? world + "-client" : null;
        makeRoles(world);
        makeGroups(world);
        makeUsers(world);
        makeCatalog(world);
        for (String holder : holders()) {
            if (chance.nextInt(2) == 0) {
                assigned.put(holder, some(catalog.keySet(), 3));
            }
        }
    }

    private void makeRoles(String world) {
        for (int i = 1 + chance.nextInt(5); i >= 0; i--) {
            roles.put(world + "-r" + i, Set.of());
        }
        for (int i = chance.nextInt(3); client != null && i >= 0; i--) {
            roles.put(client + "/" + world + "-c" + i, Set.of());
        }
        for (String role : new TreeSet<>(roles.keySet())) {
            if (chance.nextInt(3) > 0) {
                Set<String> parts = some(roles.keySet(), 3);
                parts.remove(role);
                roles.put(role, parts);
            }
        }
    }

    private void makeGroups(String world) {
        List<String> paths = new ArrayList<>(List.of(""));
        for (int i = chance.nextInt(5); i > 0; i--) {
            String parent = paths.get(chance.nextInt(paths.size()));
            paths.add(parent + "/" + world + "-g" + i);
        }
        paths.stream().skip(1).forEach(path -> groupRoles.put(path, some(roles.keySet(), 2)));
    }

    private void makeUsers(String world) {
        for (int i = chance.nextInt(2); i >= 0; i--) {
            userRoles.put(world + "-u" + i, some(roles.keySet(), 2));
            userGroups.put(world + "-u" + i, some(groupRoles.keySet(), 2));
        }
        if (client != null) {
            userRoles.put(serviceAccount(), some(roles.keySet(), 2));
            userGroups.put(serviceAccount(), Set.of());
        }
    }

    private void makeCatalog(String world) {
        for (int i = 1 + chance.nextInt(5); i >= 0; i--) {
            catalog.put(world + ".a" + i, null);
        }
        // Later sets hold earlier ones, which is what keeps them from circles.
        for (int i = 0, sets = chance.nextInt(5); i < sets; i++) {
            catalog.put(world + ".s" + i, some(catalog.keySet(), 3));
        }
    }

    String serviceAccount() {
        return client == null ? null : "service-account-" + client;
    }

    private Set<String> holders() {
        Set<String> holders = new TreeSet<>(roles.keySet());
        holders.addAll(userRoles.keySet());
        return holders;
    }

    private Set<String> some(Set<String> all, int most) {
        List<String> list = new ArrayList<>(new TreeSet<>(all));
        Set<String> some = new TreeSet<>();
        for (int i = chance.nextInt(most + 1); i > 0 && !list.isEmpty(); i--) {
            some.add(list.get(chance.nextInt(list.size())));
        }
        return some;
    }

    /**
     * Names of all that a user has: whatever can be reached from the user, one step after the other, until nothing new
     * comes.
     */
    Set<String> effective(String user) {
        Set<String> reached = new HashSet<>(Set.of(user));
        Set<String> open = reached;
        while (!open.isEmpty()) {
            Set<String> next = new HashSet<>();
            open.forEach(one -> next.addAll(from(one)));
            next.removeAll(reached);
            reached.addAll(next);
            open = next;
        }
        Set<String> names = new TreeSet<>(catalog.keySet());
        names.retainAll(reached);
        return names;
    }

    private Set<String> from(String one) {
        Set<String> next = new HashSet<>();
        for (Map<String, Set<String>> edges : List.of(roles, groupRoles, userRoles, userGroups, assigned)) {
            next.addAll(edges.getOrDefault(one, Set.of()));
        }
        if (catalog.get(one) != null) {
            next.addAll(catalog.get(one));
        }
        if (one.lastIndexOf('/') > 0 && one.startsWith("/")) {
            next.add(one.substring(0, one.lastIndexOf('/')));
        }
        return next;
    }
}
