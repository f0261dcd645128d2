// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bench;

import io.keylift.it.server.KeycloakServer;

/**
 * A server on which operations are performed.
 *
 * @param place what distinguishes it from the other servers of its part; empty if it is the only one
 */
record Site(String place, KeycloakServer keycloak, Realms realms, CallCounter calls) {

    static Site of(String place, KeycloakServer keycloak, BenchSettings settings) {
        String prefix = place.isEmpty() ? "bench" : "bench-" + place;
        return new Site(place, keycloak, new Realms(keycloak, prefix, settings.streams()), CallCounter.NONE);
    }

    Site counting(CallCounter counter) {
        return new Site(place, keycloak, realms, counter);
    }

    /** This server under the name of one kind, for its objects. */
    Site at(String other) {
        return new Site(other, keycloak, realms, calls);
    }
}
