// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.recent;

import io.keylift.metrics.request.RequestBreakdown;
import java.util.Objects;

/**
 * Who sends requests.
 *
 * @param realm name of the realm, or {@code null} if there is none
 * @param client client id, or {@code null} if there is none or all clients count together
 */
public record Caller(String realm, String client) {

    static Caller client(RequestBreakdown request) {
        return new Caller(request.realm(), request.client());
    }

    static Caller realm(RequestBreakdown request) {
        return new Caller(request.realm(), null);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Caller caller
                && Objects.equals(realm, caller.realm)
                && Objects.equals(client, caller.client);
    }

    @Override
    public int hashCode() {
        return 31 * Objects.hashCode(realm) + Objects.hashCode(client);
    }
}
