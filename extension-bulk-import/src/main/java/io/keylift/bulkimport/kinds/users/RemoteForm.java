// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.users;

import io.keylift.bulkimport.kind.spi.RejectCode;
import io.keylift.bulkimport.kind.spi.TextRules;
import io.keylift.bulkimport.kind.spi.Violation;
import io.keylift.password.remote.RemotePassword;
import org.keycloak.credential.CredentialModel;
import org.keycloak.models.credential.PasswordCredentialModel;

/** Passwords that an old system verifies at the first sign-in: {@code {"type":"password","remote":"legacy"}}. */
final class RemoteForm implements ForeignForm {

    private static final String FIELD = "remote";
    private static final String LOGIN = "login";

    private final HashRules hashes;
    private final boolean givesBack;

    /** @param givesBack whether a user gets a password back, even if the server no longer has its old system */
    RemoteForm(HashRules hashes, boolean givesBack) {
        this.hashes = hashes;
        this.givesBack = givesBack;
    }

    @Override
    public String field(UserCredential given) {
        if (given.getRemote() != null) {
            return FIELD;
        }
        return given.getLogin() == null ? null : LOGIN;
    }

    @Override
    @SuppressWarnings("deprecation") // the fields of a hash in columns are deprecated in Keycloak
    public void convert(UserCredential given, UserRecord user, CredentialModel model)
            throws UnusableCredentialException {
        if (given.getRemote() == null) {
            throw UnusableCredentialException.invalid(LOGIN, "A credential with `login` requires `remote`");
        }
        if (!PasswordCredentialModel.TYPE.equals(given.getType())) {
            throw UnusableCredentialException.invalid(FIELD, "Only a credential of type `password` can have `remote`");
        }
        if (given.getAlgorithm() != null || given.getSalt() != null || given.getHashIterations() != null) {
            throw UnusableCredentialException.invalid(
                    FIELD, "A credential with `remote` cannot have `algorithm`, `salt` or `hashIterations`");
        }
        check(givesBack ? null : hashes.remote(given.getRemote(), FIELD), FIELD);
        String login = login(given, user);
        check(TextRules.violation(login, RemotePassword.MAX_LOGIN, LOGIN).orElse(null), LOGIN);
        PasswordCredentialModel stored = new RemotePassword(given.getRemote(), login).stored();
        model.setSecretData(stored.getSecretData());
        model.setCredentialData(stored.getCredentialData());
    }

    /** In a realm that uses email addresses as usernames, records may have no username. */
    private static String login(UserCredential given, UserRecord user) throws UnusableCredentialException {
        String login = given.getLogin();
        if (login == null) {
            login = user.getUsername() == null ? user.getEmail() : user.getUsername();
        }
        if (login == null || login.isBlank()) {
            throw new UnusableCredentialException(
                    RejectCode.MISSING, LOGIN, "The name of the user in the old system is missing");
        }
        return login.strip();
    }

    private static void check(Violation cause, String field) throws UnusableCredentialException {
        if (cause != null) {
            throw new UnusableCredentialException(cause.code(), field, cause.message());
        }
    }
}
