// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.recent;

import java.util.Objects;

/**
 * The realm of requests. Requests of realms beyond the limit have no realm, whatever its name.
 *
 * @param realm name of the realm, or {@code null} if there is none or it is beyond the limit
 * @param isMany whether the realm is beyond the limit
 */
record Owner(String realm, boolean isMany) {

    static final Owner MANY = new Owner(null, true);

    static Owner of(String realm) {
        return new Owner(realm, false);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Owner owner && isMany == owner.isMany && Objects.equals(realm, owner.realm);
    }

    @Override
    public int hashCode() {
        return 31 * Objects.hashCode(realm) + Boolean.hashCode(isMany);
    }
}
