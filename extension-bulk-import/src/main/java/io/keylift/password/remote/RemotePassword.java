// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.password.remote;

import java.util.List;
import java.util.Map;
import org.keycloak.credential.CredentialModel;
import org.keycloak.models.credential.PasswordCredentialModel;

/**
 * A password that only an old system knows, as Keycloak stores it: the old system in the public part of the credential,
 * so that the database can count by it, and the user's name there in the secret part.
 *
 * @param remote name of the old system in the options of the server
 * @param login name of the user in the old system
 */
public record RemotePassword(String remote, String login) {

    /** Name of the form among the algorithms of password hashes. */
    public static final String ALGORITHM = "keylift-remote";

    /** Longest name of a user in an old system, in characters. */
    public static final int MAX_LOGIN = 255;

    static final String REMOTE = "remote";

    /** The credential that Keycloak stores. */
    public PasswordCredentialModel stored() {
        return PasswordCredentialModel.createFromValues(ALGORITHM, null, 1, Map.of(REMOTE, List.of(remote)), login);
    }

    /** Reads a stored credential; {@code null} if it has another form. */
    public static RemotePassword of(PasswordCredentialModel stored) {
        if (!ALGORITHM.equals(stored.getPasswordCredentialData().getAlgorithm())) {
            return null;
        }
        String remote =
                stored.getPasswordCredentialData().getAdditionalParameters().getFirst(REMOTE);
        String login = stored.getPasswordSecretData().getValue();
        boolean isNamed = remote != null && login != null && !login.isBlank() && login.length() <= MAX_LOGIN;
        return isNamed ? new RemotePassword(remote, login) : null;
    }

    /** Reads the columns of a stored credential; {@code null} if it has another form. */
    public static RemotePassword of(String type, String secretData, String credentialData) {
        if (!PasswordCredentialModel.TYPE.equals(type) || !credentialData.contains(ALGORITHM)) {
            return null;
        }
        CredentialModel model = new CredentialModel();
        model.setType(type);
        model.setSecretData(secretData);
        model.setCredentialData(credentialData);
        try {
            return of(PasswordCredentialModel.createFromCredentialModel(model));
        } catch (RuntimeException e) {
            return null; // broken JSON
        }
    }

    /** Tells nothing of the user. */
    @Override
    public String toString() {
        return ALGORITHM + " " + remote;
    }
}
