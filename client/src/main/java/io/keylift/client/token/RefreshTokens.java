// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.client.token;

import java.io.IOException;

/** Where the refresh token of a user is. */
public interface RefreshTokens {

    /** @throws IOException if there is none */
    String load() throws IOException;

    void store(String refreshToken) throws IOException;
}
