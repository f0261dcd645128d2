// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.observer;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Limits the number of client ids like {@link TagLimit}. An id keeps its place until no realm has a client with it.
 */
final class KnownClients {

    private final TagLimit names;

    /** The names of the realms in which a client had requests, by client id. */
    private final Map<String, Set<String>> realms = new ConcurrentHashMap<>();

    KnownClients(int limit) {
        names = new TagLimit(limit);
    }

    String of(String realm, String client) {
        String name = names.of(client);
        if (realm != null && names.isKnown(client)) {
            realms.computeIfAbsent(client, made -> ConcurrentHashMap.newKeySet())
                    .add(realm);
        }
        return name;
    }

    /** The admitted client ids, each with its realms. */
    Map<String, Set<String>> known() {
        Map<String, Set<String>> known = new HashMap<>();
        realms.forEach((client, of) -> known.put(client, Set.copyOf(of)));
        return known;
    }

    boolean isKnown(String realm, String client) {
        return realms.getOrDefault(client, Set.of()).contains(realm);
    }

    /**
     * The realm no longer has a client with this id.
     *
     * @return whether no realm has one, so that another id gets the place
     */
    synchronized boolean forget(String realm, String client) {
        Set<String> left = realms.get(client);
        if (left == null || !left.remove(realm) || !left.isEmpty()) {
            return false;
        }
        realms.remove(client);
        return names.forget(client);
    }

    /**
     * The realm no longer exists.
     *
     * @return the client ids that no realm has any more
     */
    Set<String> forgetRealm(String realm) {
        Set<String> gone = new HashSet<>();
        for (String client : realms.keySet()) {
            if (forget(realm, client)) {
                gone.add(client);
            }
        }
        return gone;
    }
}
