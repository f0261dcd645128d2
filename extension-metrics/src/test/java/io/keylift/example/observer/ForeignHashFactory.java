// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.example.observer;

import org.keycloak.credential.hash.Pbkdf2Sha256PasswordHashProviderFactory;

/** Stands in the place of Keycloak's own before ours does. */
public final class ForeignHashFactory extends Pbkdf2Sha256PasswordHashProviderFactory {

    @Override
    public int order() {
        return super.order() + 1;
    }
}
