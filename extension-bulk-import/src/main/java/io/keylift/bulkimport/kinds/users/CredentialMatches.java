// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.users;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.keycloak.credential.CredentialModel;
import org.keycloak.models.credential.OTPCredentialModel;
import org.keycloak.models.credential.PasswordCredentialModel;
import org.keycloak.models.credential.RecoveryAuthnCodesCredentialModel;
import org.keycloak.models.credential.WebAuthnCredentialModel;
import org.keycloak.models.credential.dto.PasswordCredentialData;
import org.keycloak.models.credential.dto.PasswordSecretData;
import org.keycloak.models.jpa.entities.CredentialEntity;

/**
 * Finds the credentials of a record that the user already has. Second factors match by id or by content, because other
 * systems give no ids, and other realms give other ones. Password hashes match by content. A plain password is never
 * compared.
 */
final class CredentialMatches {

    private CredentialMatches() {}

    /** The credentials of a record that the user does not have. */
    static List<CredentialDraft> missing(List<CredentialEntity> stored, List<CredentialDraft> given) {
        if (stored.isEmpty() || given.isEmpty()) {
            return given;
        }
        // The last password of a record counts. If the user has it, the others are not written either.
        boolean hasPassword = given.stream()
                .filter(CredentialMatches::isPassword)
                .reduce((first, next) -> next)
                .filter(password -> isStored(stored, password))
                .isPresent();
        return given.stream()
                .filter(credential -> !(isPassword(credential) && hasPassword) && !isStored(stored, credential))
                .toList();
    }

    /** Whether one of the credentials, which are not stored yet, is the same second factor. */
    static boolean isGiven(List<CredentialDraft> before, CredentialDraft credential) {
        return !isPassword(credential)
                && before.stream()
                        .anyMatch(other -> other.type.equals(credential.type) && isSame(model(other), credential));
    }

    private static boolean isPassword(CredentialDraft credential) {
        return PasswordCredentialModel.TYPE.equals(credential.type);
    }

    private static boolean isStored(List<CredentialEntity> stored, CredentialDraft credential) {
        return credential.plain == null
                && stored.stream()
                        .anyMatch(row -> row.getType().equals(credential.type)
                                && (row.getId().equals(credential.id) && !isPassword(credential)
                                        || isSame(model(row), credential)));
    }

    private static boolean isSame(CredentialModel stored, CredentialDraft draft) {
        CredentialModel given = model(draft);
        try {
            return switch (draft.type) {
                case PasswordCredentialModel.TYPE ->
                    isSameText(stored, given)
                            || isSameHash(
                                    PasswordCredentialModel.createFromCredentialModel(stored),
                                    PasswordCredentialModel.createFromCredentialModel(given));
                // Counters increase with each sign-in.
                case OTPCredentialModel.TYPE ->
                    Arrays.equals(
                            OTPCredentialModel.createFromCredentialModel(stored).getDecodedSecret(),
                            OTPCredentialModel.createFromCredentialModel(given).getDecodedSecret());
                case WebAuthnCredentialModel.TYPE_TWOFACTOR, WebAuthnCredentialModel.TYPE_PASSWORDLESS ->
                    authenticator(stored).equals(authenticator(given));
                case RecoveryAuthnCodesCredentialModel.TYPE ->
                    areLeft(RecoveryCodes.hashes(stored), RecoveryCodes.hashes(given));
                default -> false;
            };
        } catch (RuntimeException e) {
            return false; // the stored credential cannot be read, so it is another one
        }
    }

    private static boolean isSameText(CredentialModel stored, CredentialModel given) {
        return stored.getSecretData().equals(given.getSecretData())
                && stored.getCredentialData().equals(given.getCredentialData());
    }

    private static boolean isSameHash(PasswordCredentialModel stored, PasswordCredentialModel given) {
        PasswordCredentialData storedData = stored.getPasswordCredentialData();
        PasswordCredentialData data = given.getPasswordCredentialData();
        PasswordSecretData storedSecret = stored.getPasswordSecretData();
        PasswordSecretData secret = given.getPasswordSecretData();
        return storedSecret.getValue().equals(secret.getValue())
                && Arrays.equals(storedSecret.getSalt(), secret.getSalt())
                && storedSecret.getAdditionalParameters().equals(secret.getAdditionalParameters())
                && Objects.equals(storedData.getAlgorithm(), data.getAlgorithm())
                && storedData.getHashIterations() == data.getHashIterations()
                && storedData.getAdditionalParameters().equals(data.getAdditionalParameters());
    }

    private static String authenticator(CredentialModel model) {
        return WebAuthnCredentialModel.createFromCredentialModel(model)
                .getWebAuthnCredentialData()
                .getCredentialId();
    }

    /** Whether the stored codes are the given ones, except codes that the user has used. */
    private static boolean areLeft(List<String> stored, List<String> given) {
        return !stored.isEmpty() && given.containsAll(stored);
    }

    private static CredentialModel model(CredentialEntity row) {
        return model(row.getType(), row.getSecretData(), row.getCredentialData());
    }

    private static CredentialModel model(CredentialDraft draft) {
        return model(draft.type, draft.secretData, draft.credentialData);
    }

    private static CredentialModel model(String type, String secretData, String credentialData) {
        CredentialModel model = new CredentialModel();
        model.setType(type);
        model.setSecretData(secretData);
        model.setCredentialData(credentialData);
        return model;
    }
}
