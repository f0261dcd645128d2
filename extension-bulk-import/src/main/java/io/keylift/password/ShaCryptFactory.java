// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.password;

import org.keycloak.Config;

/** SHA-crypt of Unix. */
public final class ShaCryptFactory extends ForeignHashFactory {

    public ShaCryptFactory() {
        super(ShaCrypt.ID, ShaCrypt::read);
    }

    @Override
    public boolean isSupported(Config.Scope config) {
        return has("org.apache.commons.codec.digest.Sha2Crypt");
    }
}
