// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.client.realm;

import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.UUID;

/** Ids as Keycloak makes them. */
final class NewId {

    /** Ids of user storages, which are part of the ids of their users, are short. */
    private static final int SHORT = 22;

    private NewId() {}

    /** A new id of the length of another one. */
    static String like(String id) {
        UUID made = UUID.randomUUID();
        if (id.length() != SHORT) {
            return made.toString();
        }
        ByteBuffer bytes = ByteBuffer.allocate(Long.BYTES * 2);
        bytes.putLong(made.getMostSignificantBits()).putLong(made.getLeastSignificantBits());
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes.array());
    }
}
