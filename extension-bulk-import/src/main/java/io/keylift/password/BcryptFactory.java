// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.password;

import org.keycloak.Config;

/** bcrypt, also of a digest of the password. */
public final class BcryptFactory extends ForeignHashFactory {

    public BcryptFactory() {
        super(Bcrypt.ID, Bcrypt::read);
    }

    @Override
    public boolean isSupported(Config.Scope config) {
        return has("org.bouncycastle.crypto.generators.BCrypt");
    }
}
