// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.users;

import java.util.Base64;
import java.util.List;
import org.keycloak.credential.CredentialModel;
import org.keycloak.models.credential.dto.RecoveryAuthnCodeRepresentation;
import org.keycloak.models.credential.dto.RecoveryAuthnCodesCredentialData;
import org.keycloak.models.credential.dto.RecoveryAuthnCodesSecretData;
import org.keycloak.util.JsonSerialization;

/** Recovery codes in Keycloak's own form, which is the only one. */
final class RecoveryCodes {

    /** Bytes of a SHA-512, with which Keycloak compares codes whatever algorithm the credential names. */
    private static final int HASH = 64;

    private RecoveryCodes() {}

    /** The hashes of the codes that are not used yet. */
    static List<String> hashes(CredentialModel codes) {
        return JsonSerialization.valueFromString(codes.getSecretData(), RecoveryAuthnCodesSecretData.class)
                .getCodes()
                .stream()
                .map(RecoveryAuthnCodeRepresentation::getEncodedHashedValue)
                .toList();
    }

    /**
     * Checks that Keycloak can compare each code. Keycloak reads the data when a code is used, and cannot handle an
     * empty list.
     *
     * @throws UnusableCredentialException of {@code secretData} or {@code credentialData}
     */
    static void check(CredentialModel codes) throws UnusableCredentialException {
        if (JsonSerialization.valueFromString(codes.getCredentialData(), RecoveryAuthnCodesCredentialData.class)
                == null) {
            throw UnusableCredentialException.invalid(
                    UnusableCredentialException.CREDENTIAL_DATA, "The value must be an object");
        }
        List<String> hashes = hashes(codes);
        if (hashes.isEmpty() || !hashes.stream().allMatch(RecoveryCodes::isHash)) {
            throw UnusableCredentialException.invalid(
                    UnusableCredentialException.SECRET_DATA,
                    "Recovery codes require at least one code, each with the Base64 of a SHA-512 in"
                            + " `encodedHashedValue`");
        }
    }

    private static boolean isHash(String value) {
        try {
            return Base64.getMimeDecoder().decode(value).length == HASH;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }
}
