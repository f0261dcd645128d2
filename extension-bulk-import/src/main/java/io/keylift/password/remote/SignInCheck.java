// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.password.remote;

import org.keycloak.models.credential.PasswordCredentialModel;

/** A check of the current password of a user, while it lasts an attribute of the session. */
final class SignInCheck {

    static final String ATTRIBUTE = "io.keylift.password.remote";

    private final RealmKey realm;
    private boolean isOpen;

    /** @param realm of the user */
    SignInCheck(RealmKey realm) {
        this.realm = realm;
    }

    /** Whether it is not known if the password is right. */
    boolean isOpen() {
        return isOpen;
    }

    boolean verify(Targets targets, String password, PasswordCredentialModel credential) {
        isOpen = true;
        RemotePassword stored = RemotePassword.of(credential);
        Target target = stored == null ? null : targets.of(realm, stored.remote());
        if (target == null) {
            targets.miss(realm);
            return false;
        }
        Outcome outcome = target.check(stored.login(), password);
        isOpen = outcome.isOpen();
        return outcome == Outcome.VALID;
    }
}
