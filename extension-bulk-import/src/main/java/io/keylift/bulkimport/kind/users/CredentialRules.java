// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.users;

import io.keylift.bulkimport.job.IdMode;
import io.keylift.bulkimport.kind.TextRules;
import io.keylift.bulkimport.kind.Violation;
import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.kind.spi.Item;
import io.keylift.bulkimport.kind.spi.RejectCode;
import io.keylift.password.Argon2;
import io.keylift.password.ForeignHash;
import io.keylift.password.ForeignHashes;
import io.keylift.password.UnusableHashException;
import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.keycloak.credential.CredentialModel;
import org.keycloak.credential.CredentialProvider;
import org.keycloak.models.credential.OTPCredentialModel;
import org.keycloak.models.credential.PasswordCredentialModel;
import org.keycloak.models.credential.RecoveryAuthnCodesCredentialModel;
import org.keycloak.models.credential.WebAuthnCredentialModel;
import org.keycloak.models.credential.dto.OTPCredentialData;
import org.keycloak.models.credential.dto.OTPSecretData;
import org.keycloak.models.credential.dto.PasswordCredentialData;
import org.keycloak.representations.idm.CredentialRepresentation;
import org.keycloak.util.JsonSerialization;

/**
 * Reads the credentials of a record: hashed ones in Keycloak's form, its deprecated one or that of another
 * system, and passwords in the clear.
 */
final class CredentialRules {

    /**
     * The types whose rows are known; another JAR's credential provider may do anything when a credential is created.
     */
    static final List<String> TYPES = List.of(
            PasswordCredentialModel.TYPE,
            OTPCredentialModel.TYPE,
            OTPCredentialModel.TOTP,
            OTPCredentialModel.HOTP,
            WebAuthnCredentialModel.TYPE_TWOFACTOR,
            WebAuthnCredentialModel.TYPE_PASSWORDLESS,
            RecoveryAuthnCodesCredentialModel.TYPE);

    private final Map<String, CredentialProvider<?>> providers = new HashMap<>();
    private final HashRules hashes;
    private final boolean strictIds;

    CredentialRules(ImportContext context) {
        hashes = new HashRules(context.session());
        strictIds = context.spec().ids() == IdMode.STRICT;
        context.session()
                .getKeycloakSessionFactory()
                .getProviderFactoriesStream(CredentialProvider.class)
                .map(factory -> (CredentialProvider<?>)
                        context.session().getProvider(CredentialProvider.class, factory.getId()))
                .forEach(provider -> TYPES.stream()
                        .filter(provider::supportsCredentialType)
                        .forEach(type -> providers.putIfAbsent(type, provider)));
    }

    boolean read(Item<UserRecord> item, UserDraft draft) {
        List<CredentialRepresentation> credentials = item.record().getCredentials();
        if (credentials == null) {
            return true;
        }
        for (int i = 0; i < credentials.size() && !item.isRejected(); i++) {
            CredentialRepresentation credential = credentials.get(i);
            if (credential == null) {
                item.reject(RejectCode.MISSING, "/credentials/" + i, "The value must be an object");
            } else if (credential.getValue() != null
                    && !credential.getValue().isEmpty()
                    && foreign(credential) == null) {
                readPlain(item, draft, credential, i);
            } else {
                readHashed(item, draft, credential, i);
            }
        }
        return !item.isRejected() && checkUnique(item, draft.credentials);
    }

    private static void readPlain(Item<UserRecord> item, UserDraft draft, CredentialRepresentation credential, int i) {
        boolean temporary = Boolean.TRUE.equals(credential.isTemporary());
        if (credential.getType() == null && temporary) {
            item.reject(RejectCode.MISSING, "/credentials/" + i + "/type", "A temporary credential requires a type");
        } else if (credential.getType() != null && !PasswordCredentialModel.TYPE.equals(credential.getType())) {
            item.reject(
                    RejectCode.INVALID,
                    "/credentials/" + i + "/value",
                    "Only a credential of type `password` can have a value");
        } else if (item.record().getFederationLink() != null) {
            item.reject(
                    RejectCode.UNSUPPORTED_FIELD,
                    "/credentials/" + i + "/value",
                    "The user belongs to a user storage. Set the password there.");
        } else {
            // As in the Admin API, a plain password has no id, label or date of its own.
            CredentialDraft plain = new CredentialDraft(i, PasswordCredentialModel.TYPE, null, null, null);
            plain.plain = credential.getValue();
            draft.credentials.add(plain);
            draft.updatePassword |= temporary;
        }
    }

    private void readHashed(Item<UserRecord> item, UserDraft draft, CredentialRepresentation credential, int i) {
        String pointer = "/credentials/" + i;
        CredentialModel model = new CredentialModel();
        model.setType(credential.getType());
        model.setSecretData(credential.getSecretData());
        model.setCredentialData(credential.getCredentialData());
        if (foreign(credential) != null) {
            if (!readForeign(item, (UserCredential) credential, model, pointer)) {
                return;
            }
        } else if ((credential.getCredentialData() == null || credential.getSecretData() == null)
                && credential.getValue() == null
                && !convert(item, credential, model, pointer)) {
            return;
        }
        CredentialProvider<?> provider = model.getType() == null ? null : providers.get(model.getType());
        if (provider == null) {
            item.reject(RejectCode.INVALID, pointer + "/type", "An import cannot have credentials of this type");
        } else if (isBlank(model.getSecretData()) || isBlank(model.getCredentialData())) {
            item.reject(
                    RejectCode.MISSING,
                    pointer,
                    "A credential requires `secretData` and `credentialData`, or `value` if it is a password");
        } else if (check(item, credential, pointer)
                && TextRules.check(item, model.getSecretData(), pointer + "/secretData")
                && TextRules.check(item, model.getCredentialData(), pointer + "/credentialData")) {
            store(item, draft, credential, provider, model, i);
        }
    }

    /** The hash as another system exports it, or {@code null}. */
    private static String foreign(CredentialRepresentation credential) {
        return credential instanceof UserCredential given && !isBlank(given.getHash()) ? given.getHash() : null;
    }

    /** Brings a hash of another system into the form in which Keycloak stores those of its providers. */
    @SuppressWarnings("deprecation") // Keycloak has no other fields for what stands beside a hash in other systems
    private boolean readForeign(
            Item<UserRecord> item, UserCredential credential, CredentialModel model, String pointer) {
        if (credential.getValue() != null
                || credential.getSecretData() != null
                || credential.getCredentialData() != null
                || credential.getHashedSaltedValue() != null) {
            item.reject(
                    RejectCode.INVALID,
                    pointer + "/hash",
                    "A credential with `hash` cannot have `value`, `secretData`, `credentialData` or"
                            + " `hashedSaltedValue`");
            return false;
        }
        if (!PasswordCredentialModel.TYPE.equals(credential.getType())) {
            item.reject(RejectCode.INVALID, pointer + "/hash", "Only a credential of type `password` can have a hash");
            return false;
        }
        if (!TextRules.check(item, credential.getHash(), pointer + "/hash")) {
            return false;
        }
        PasswordCredentialModel stored;
        try {
            stored = storable(credential);
        } catch (UnusableHashException e) {
            HashRules.violation(e, pointer + "/hash").rejects(item);
            return false;
        }
        Violation unverifiable = hashes.check(stored, pointer + "/hash");
        if (unverifiable != null) {
            unverifiable.rejects(item);
            return false;
        }
        model.setSecretData(stored.getSecretData());
        model.setCredentialData(stored.getCredentialData());
        return true;
    }

    @SuppressWarnings("deprecation") // as above
    private static PasswordCredentialModel storable(UserCredential credential) throws UnusableHashException {
        boolean alone = credential.getAlgorithm() == null
                && credential.getSalt() == null
                && credential.getHashIterations() == null;
        PasswordCredentialModel argon2 = alone ? Argon2.read(credential.getHash()) : null;
        if (argon2 != null) {
            return argon2;
        }
        ForeignHash hash = ForeignHashes.read(
                credential.getHash(), credential.getAlgorithm(), credential.getSalt(), credential.getHashIterations());
        return PasswordCredentialModel.createFromValues(hash.algorithm(), null, hash.cost(), hash.encoded());
    }

    private static boolean check(Item<UserRecord> item, CredentialRepresentation credential, String pointer) {
        return TextRules.checkId(item, credential.getId(), pointer + "/id")
                && TextRules.check(item, credential.getUserLabel(), TextRules.NAME, pointer + "/userLabel");
    }

    private void store(
            Item<UserRecord> item,
            UserDraft draft,
            CredentialRepresentation credential,
            CredentialProvider<?> provider,
            CredentialModel model,
            int i) {
        CredentialModel stored;
        try {
            stored = provider.getCredentialFromModel(model);
        } catch (RuntimeException e) {
            // The cause may quote the secret, so it is not logged.
            item.reject(
                    RejectCode.INVALID,
                    "/credentials/" + i,
                    "`secretData` or `credentialData` does not have the format of this credential type");
            return;
        }
        Violation unverifiable =
                stored instanceof PasswordCredentialModel password ? hashes.check(password, "/credentials/" + i) : null;
        if (unverifiable != null) {
            unverifiable.rejects(item);
            return;
        }
        CredentialDraft hashed = new CredentialDraft(
                i, stored.getType(), credential.getId(), credential.getUserLabel(), credential.getCreatedDate());
        hashed.secretData = stored.getSecretData();
        hashed.credentialData = stored.getCredentialData();
        draft.credentials.add(hashed);
        draft.updatePassword |= PasswordCredentialModel.TYPE.equals(credential.getType())
                && Boolean.TRUE.equals(credential.isTemporary());
    }

    /** Brings a credential of the form of Keycloak 7 and older into today's, as Keycloak itself does. */
    @SuppressWarnings("deprecation") // the deprecated form is what is converted
    private static boolean convert(
            Item<UserRecord> item, CredentialRepresentation credential, CredentialModel model, String pointer) {
        String type = credential.getType();
        boolean password = PasswordCredentialModel.TYPE.equals(type);
        if (!password && !OTPCredentialModel.TOTP.equals(type) && !OTPCredentialModel.HOTP.equals(type)) {
            return true;
        }
        boolean complete = credential.getHashedSaltedValue() != null
                && credential.getAlgorithm() != null
                && (password
                        ? credential.getHashIterations() != null && credential.getSalt() != null
                        : credential.getDigits() != null
                                && credential.getCounter() != null
                                && credential.getPeriod() != null);
        if (!complete) {
            item.reject(
                    RejectCode.MISSING,
                    pointer,
                    "A credential requires `secretData` and `credentialData`, or `value` if it is a password");
            return false;
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
            return true;
        } catch (IOException e) {
            throw new IllegalStateException("Strings and numbers can be written as JSON", e);
        }
    }

    private boolean checkUnique(Item<UserRecord> item, List<CredentialDraft> credentials) {
        if (credentials.size() < 2) {
            return true;
        }
        Set<String> names = new HashSet<>();
        for (CredentialDraft credential : credentials) {
            boolean sameId = credential.id != null && !names.add("id " + credential.id);
            if (sameId && !strictIds) {
                credential.removeId();
            }
            if (sameId && strictIds) {
                item.reject(RejectCode.INVALID, credential.pointer() + "/id", "Two credentials have this id");
            } else if (RecoveryAuthnCodesCredentialModel.TYPE.equals(credential.type) && !names.add(credential.type)) {
                item.reject(RejectCode.INVALID, credential.pointer(), "A user can have one set of recovery codes only");
            } else if (credential.label != null
                    && !PasswordCredentialModel.TYPE.equals(credential.type)
                    && !names.add(credential.type + " " + normalized(credential.label))) {
                item.reject(RejectCode.INVALID, credential.pointer() + "/userLabel", "Two credentials have this label");
            }
        }
        return !item.isRejected();
    }

    /** Keycloak compares labels without case and without leading and trailing blanks. */
    static String normalized(String label) {
        return label.trim().toLowerCase(Locale.ROOT);
    }

    private static boolean isBlank(String value) {
        return value == null || value.isBlank();
    }
}
