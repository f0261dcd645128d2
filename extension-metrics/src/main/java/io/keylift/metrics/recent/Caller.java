// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.recent;

import io.keylift.metrics.request.RequestBreakdown;
import java.util.Objects;

/**
 * The sender of requests.
 *
 * @param realm name of the client's realm, or {@code null} if there is none
 * @param client client id, or {@code null} if there is none or all clients count together
 * @param pathRealm name of the realm that the requests are for if it is another one; {@code null} otherwise
 */
public record Caller(String realm, String client, String pathRealm) {

    static Caller client(RequestBreakdown request) {
        return new Caller(request.realm(), request.client(), request.otherRealm());
    }

    static Caller realm(RequestBreakdown request) {
        return new Caller(request.realm(), null, null);
    }

    boolean isOf(String removed) {
        return removed.equals(realm) || removed.equals(pathRealm);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Caller caller
                && Objects.equals(realm, caller.realm)
                && Objects.equals(client, caller.client)
                && Objects.equals(pathRealm, caller.pathRealm);
    }

    @Override
    public int hashCode() {
        return 31 * (31 * Objects.hashCode(realm) + Objects.hashCode(client)) + Objects.hashCode(pathRealm);
    }
}
