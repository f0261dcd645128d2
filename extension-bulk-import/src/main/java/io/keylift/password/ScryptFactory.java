// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.password;

import org.keycloak.Config;

/** scrypt, also that of Firebase. */
public final class ScryptFactory extends ForeignHashFactory {

    public ScryptFactory() {
        super(Scrypt.ID, Scrypt::read, FirebaseScrypt::read);
    }

    @Override
    public boolean isSupported(Config.Scope config) {
        return has("org.bouncycastle.crypto.generators.SCrypt");
    }
}
