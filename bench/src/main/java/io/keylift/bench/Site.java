// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bench;

import io.keylift.it.server.KeycloakServer;

/**
 * A server on which operations are performed.
 *
 * @param place what distinguishes it from the other servers of its part; empty if it is the only one
 * @param parallelism number of chunks in flight, as the parameter of an import
 */
record Site(String place, KeycloakServer keycloak, Realms realms, CallCounter calls, String parallelism) {

    private static final String AUTOMATIC = "auto";

    static Site of(String place, KeycloakServer keycloak, BenchSettings settings) {
        String prefix = place.isEmpty() ? "bench" : "bench-" + place;
        Realms realms = new Realms(keycloak, prefix, settings.streams());
        return new Site(place, keycloak, realms, CallCounter.NONE, Integer.toString(settings.streams()));
    }

    Site counting(CallCounter counter) {
        return new Site(place, keycloak, realms, counter, parallelism);
    }

    /** This server under the name of one kind, for its objects. */
    Site at(String other) {
        return new Site(other, keycloak, realms, calls, parallelism);
    }

    /** This server under another name, with imports that choose the number of chunks in flight. */
    Site automatic() {
        return new Site(place + "-automatic", keycloak, realms, calls, AUTOMATIC);
    }
}
