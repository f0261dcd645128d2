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
 * A random graph of permissions: realm and client roles that contain each other, also in cycles, a tree of groups,
 * users, a service account, capabilities, nested sets, and the assignments between them. Every name begins with the
 * name of the graph. {@link #effective} computes by brute force what a user has.
 */
final class PermissionGraph {

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

    PermissionGraph(int number, Random chance) {
        this.chance = chance;
        String graph = "g" + number;
        client = chance.nextInt(3) == 0 ? graph + "-client" : null;
        makeRoles(graph);
        makeGroups(graph);
        makeUsers(graph);
        makeCatalog(graph);
        for (String holder : holders()) {
            if (chance.nextInt(2) == 0) {
                assigned.put(holder, some(catalog.keySet(), 3));
            }
        }
    }

    private void makeRoles(String graph) {
        for (int i = 1 + chance.nextInt(5); i >= 0; i--) {
            roles.put(graph + "-r" + i, Set.of());
        }
        for (int i = chance.nextInt(3); client != null && i >= 0; i--) {
            roles.put(client + "/" + graph + "-c" + i, Set.of());
        }
        for (String role : new TreeSet<>(roles.keySet())) {
            if (chance.nextInt(3) > 0) {
                Set<String> parts = some(roles.keySet(), 3);
                parts.remove(role);
                roles.put(role, parts);
            }
        }
    }

    private void makeGroups(String graph) {
        List<String> paths = new ArrayList<>(List.of(""));
        for (int i = chance.nextInt(5); i > 0; i--) {
            String parent = paths.get(chance.nextInt(paths.size()));
            paths.add(parent + "/" + graph + "-g" + i);
        }
        paths.stream().skip(1).forEach(path -> groupRoles.put(path, some(roles.keySet(), 2)));
    }

    private void makeUsers(String graph) {
        for (int i = chance.nextInt(2); i >= 0; i--) {
            userRoles.put(graph + "-u" + i, some(roles.keySet(), 2));
            userGroups.put(graph + "-u" + i, some(groupRoles.keySet(), 2));
        }
        if (client != null) {
            userRoles.put(serviceAccount(), some(roles.keySet(), 2));
            userGroups.put(serviceAccount(), Set.of());
        }
    }

    private void makeCatalog(String graph) {
        for (int i = 1 + chance.nextInt(5); i >= 0; i--) {
            catalog.put(graph + ".a" + i, null);
        }
        // Later sets hold earlier ones, which is what keeps them from circles.
        for (int i = 0, sets = chance.nextInt(5); i < sets; i++) {
            catalog.put(graph + ".s" + i, some(catalog.keySet(), 3));
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
     * Names of all capabilities and sets that a user has: those that can be reached from the user, step by step, until
     * a step adds nothing.
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
