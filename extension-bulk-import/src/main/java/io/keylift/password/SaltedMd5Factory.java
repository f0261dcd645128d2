// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.password;

import org.keycloak.Config;

/** Salted MD5, which an option lets in: whoever reads such hashes finds most of the passwords. */
public final class SaltedMd5Factory extends ForeignHashFactory {

    private static final String ALLOWED = "allowed";

    private boolean allowed;

    public SaltedMd5Factory() {
        super(SaltedMd5.ID, SaltedMd5::read);
    }

    @Override
    public void init(Config.Scope config) {
        allowed = config.getBoolean(ALLOWED, false);
    }

    @Override
    String obstacle() {
        return allowed
                ? null
                : "Salted MD5 is off. Start the server with `--spi-password-hashing--" + SaltedMd5.ID + "--" + ALLOWED
                        + "=true`.";
    }
}
