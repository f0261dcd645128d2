// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.users;

import io.keylift.bulkimport.kind.spi.TextRules;
import io.keylift.bulkimport.kind.spi.Violation;
import io.keylift.password.Argon2;
import io.keylift.password.ForeignHash;
import io.keylift.password.ForeignHashes;
import io.keylift.password.UnusableHashException;
import org.keycloak.credential.CredentialModel;
import org.keycloak.models.credential.PasswordCredentialModel;

/** Password hashes as other systems export them: {@code {"type":"password","hash":"$2b$…"}}. */
final class ForeignPasswords implements ForeignForm {

    private static final String FIELD = "hash";

    private final HashRules hashes;

    ForeignPasswords(HashRules hashes) {
        this.hashes = hashes;
    }

    @Override
    public String field(UserCredential given) {
        return given.getHash() == null || given.getHash().isBlank() ? null : FIELD;
    }

    @Override
    public void convert(UserCredential given, UserRecord user, CredentialModel model)
            throws UnusableCredentialException {
        if (!PasswordCredentialModel.TYPE.equals(given.getType())) {
            throw UnusableCredentialException.invalid(FIELD, "Only a credential of type `password` can have a hash");
        }
        Violation unstorable =
                TextRules.violation(given.getHash(), Integer.MAX_VALUE, FIELD).orElse(null);
        if (unstorable != null) {
            throw unusable(unstorable);
        }
        PasswordCredentialModel stored;
        try {
            stored = storable(given);
        } catch (UnusableHashException e) {
            throw unusable(HashRules.violation(e, FIELD));
        }
        Violation unverifiable = hashes.check(stored, FIELD);
        if (unverifiable != null) {
            throw unusable(unverifiable);
        }
        model.setSecretData(stored.getSecretData());
        model.setCredentialData(stored.getCredentialData());
    }

    private static UnusableCredentialException unusable(Violation cause) {
        return new UnusableCredentialException(cause.code(), FIELD, cause.message());
    }

    @SuppressWarnings("deprecation") // Keycloak has no other fields for the parameters of a hash
    private static PasswordCredentialModel storable(UserCredential given) throws UnusableHashException {
        boolean alone = given.getAlgorithm() == null && given.getSalt() == null && given.getHashIterations() == null;
        PasswordCredentialModel argon2 = alone ? Argon2.read(given.getHash()) : null;
        if (argon2 != null) {
            return argon2;
        }
        ForeignHash hash =
                ForeignHashes.read(given.getHash(), given.getAlgorithm(), given.getSalt(), given.getHashIterations());
        return PasswordCredentialModel.createFromValues(hash.algorithm(), null, hash.cost(), hash.encoded());
    }
}
