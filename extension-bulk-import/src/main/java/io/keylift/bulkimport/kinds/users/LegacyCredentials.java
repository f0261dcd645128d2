// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.users;

import io.keylift.bulkimport.kind.spi.RejectCode;
import io.keylift.bulkimport.kind.spi.Violation;
import java.io.IOException;
import org.keycloak.credential.CredentialModel;
import org.keycloak.models.credential.OTPCredentialModel;
import org.keycloak.models.credential.PasswordCredentialModel;
import org.keycloak.models.credential.dto.OTPCredentialData;
import org.keycloak.models.credential.dto.OTPSecretData;
import org.keycloak.models.credential.dto.PasswordCredentialData;
import org.keycloak.representations.idm.CredentialRepresentation;
import org.keycloak.util.JsonSerialization;

/** Credentials of the form of Keycloak 7 and older. */
final class LegacyCredentials {

    private LegacyCredentials() {}

    /** The violation of a credential without any field by which it could be stored, or with a blank hash only. */
    static Violation incomplete(CredentialRepresentation credential, String pointer) {
        if (credential instanceof UserCredential given && given.getHash() != null) {
            return new Violation(
                    RejectCode.UNKNOWN_HASH_ALGORITHM,
                    pointer + "/hash",
                    "The hash is blank. Give it, or remove the credential.");
        }
        return new Violation(
                RejectCode.MISSING,
                pointer,
                PasswordCredentialModel.TYPE.equals(credential.getType())
                        ? "A password requires `value`, `hash`, `remote`, or `secretData` and `credentialData`"
                        : "A second factor requires `seed`, `otpauth`, `publicKey`, or `secretData` and"
                                + " `credentialData`");
    }

    /** Converts a password or a seed of one-time passwords to the current form, as Keycloak itself does. */
    @SuppressWarnings("deprecation") // reads the deprecated form
    static Violation convert(CredentialRepresentation credential, CredentialModel model, String pointer) {
        String type = credential.getType();
        boolean password = PasswordCredentialModel.TYPE.equals(type);
        if (!password && !OTPCredentialModel.TOTP.equals(type) && !OTPCredentialModel.HOTP.equals(type)) {
            return null;
        }
        boolean complete = credential.getHashedSaltedValue() != null
                && credential.getAlgorithm() != null
                && (password
                        ? credential.getHashIterations() != null && credential.getSalt() != null
                        : credential.getDigits() != null
                                && credential.getCounter() != null
                                && credential.getPeriod() != null);
        if (!complete) {
            return incomplete(credential, pointer);
        }
        try {
            if (password) {
                model.setCredentialData(JsonSerialization.writeValueAsString(
                        new PasswordCredentialData(credential.getHashIterations(), credential.getAlgorithm())));
                model.setSecretData("{\"value\":\"" + credential.getHashedSaltedValue() + "\",\"salt\":\""
                        + credential.getSalt() + "\"}");
            } else {
                model.setCredentialData(JsonSerialization.writeValueAsString(new OTPCredentialData(
                        type,
                        credential.getDigits(),
                        credential.getCounter(),
                        credential.getPeriod(),
                        credential.getAlgorithm(),
                        null)));
                model.setSecretData(
                        JsonSerialization.writeValueAsString(new OTPSecretData(credential.getHashedSaltedValue())));
                model.setType(OTPCredentialModel.TYPE);
            }
            return null;
        } catch (IOException e) {
            throw new IllegalStateException("Strings and numbers can be written as JSON", e);
        }
    }
}
