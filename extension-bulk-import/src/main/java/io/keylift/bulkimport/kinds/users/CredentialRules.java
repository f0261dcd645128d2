// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.users;

import io.keylift.bulkimport.job.IdMode;
import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.kind.spi.Item;
import io.keylift.bulkimport.kind.spi.RejectCode;
import io.keylift.bulkimport.kind.spi.SecretMask;
import io.keylift.bulkimport.kind.spi.TextRules;
import io.keylift.bulkimport.kind.spi.Violation;
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
import org.keycloak.representations.idm.CredentialRepresentation;

/**
 * Reads the credentials of a record: those in Keycloak's form, its deprecated one or that of another system, and
 * passwords in the clear.
 */
final class CredentialRules {

    /**
     * The types with known rows. The credential provider of another JAR may do anything when a credential is created.
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
    private final WebAuthnKeys authenticators = new WebAuthnKeys();
    private final List<ForeignForm> foreignForms;
    private final boolean strictIds;
    private final boolean givesBack;

    CredentialRules(ImportContext context) {
        hashes = new HashRules(context.session(), context.realm());
        givesBack = context.spec().givesBack();
        foreignForms = List.of(
                new ForeignPasswords(hashes), new RemoteForm(hashes, givesBack), new OtpSeeds(), authenticators);
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
            } else if (credential.getValue() == null
                    || credential.getValue().isEmpty()
                    || foreign(credential) != null) {
                readStored(item, draft, credential, i);
            } else {
                readPlain(item, draft, credential, i);
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
        } else if (SecretMask.is(credential.getValue())) {
            item.reject(
                    RejectCode.INVALID,
                    "/credentials/" + i + "/value",
                    "The password is masked, as in Keycloak's answers. Give the real password, or none.");
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

    private void readStored(Item<UserRecord> item, UserDraft draft, CredentialRepresentation credential, int i) {
        String pointer = "/credentials/" + i;
        CredentialModel model = new CredentialModel();
        model.setType(credential.getType());
        model.setSecretData(credential.getSecretData());
        model.setCredentialData(credential.getCredentialData());
        ForeignForm foreign = foreign(credential);
        Violation fault = null;
        if (foreign != null) {
            fault = convert(foreign, (UserCredential) credential, item.record(), model, pointer);
        } else if ((credential.getCredentialData() == null || credential.getSecretData() == null)
                && credential.getValue() == null) {
            fault = credential instanceof UserCredential given && given.getHash() != null
                    ? LegacyCredentials.incomplete(credential, pointer)
                    : LegacyCredentials.convert(credential, model, pointer);
        }
        if (fault != null) {
            fault.rejects(item);
            return;
        }
        CredentialProvider<?> provider = model.getType() == null ? null : providers.get(model.getType());
        if (provider == null) {
            item.reject(RejectCode.INVALID, pointer + "/type", "An import cannot have credentials of this type");
        } else if (isBlank(model.getSecretData()) || isBlank(model.getCredentialData())) {
            LegacyCredentials.incomplete(credential, pointer).rejects(item);
        } else if (check(item, credential, pointer)
                && TextRules.check(item, model.getSecretData(), pointer + "/secretData")
                && TextRules.check(item, model.getCredentialData(), pointer + "/credentialData")) {
            store(item, draft, credential, provider, model, i);
        }
    }

    /** The form of another system that the credential has, or {@code null}. */
    private ForeignForm foreign(CredentialRepresentation credential) {
        return credential instanceof UserCredential given
                ? foreignForms.stream()
                        .filter(form -> form.field(given) != null)
                        .findFirst()
                        .orElse(null)
                : null;
    }

    @SuppressWarnings("deprecation") // the deprecated form is one of those that exclude each other
    private Violation convert(
            ForeignForm form, UserCredential given, UserRecord user, CredentialModel model, String pointer) {
        if (given.getValue() != null
                || given.getSecretData() != null
                || given.getCredentialData() != null
                || given.getHashedSaltedValue() != null
                || foreignForms.stream().anyMatch(other -> other != form && other.field(given) != null)) {
            return Violation.invalid(
                    pointer + "/" + form.field(given),
                    "A credential can have only one of `value`, `hash`, `remote`, `seed`, `otpauth`, `publicKey`,"
                            + " `hashedSaltedValue`, and `secretData` with `credentialData`");
        }
        try {
            form.convert(given, user, model);
            return null;
        } catch (UnusableCredentialException e) {
            return new Violation(e.code(), pointer + "/" + e.field(), e.getMessage());
        }
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
        boolean isForeign = foreign(credential) != null;
        CredentialModel stored;
        Violation unverifiable;
        try {
            // Foreign forms are already checked, and an undo restores any credential that a user had.
            stored = givesBack && !isForeign ? model : provider.getCredentialFromModel(model);
            unverifiable = isForeign || givesBack ? null : unverifiable(stored, credential, "/credentials/" + i);
        } catch (RuntimeException e) {
            // The cause may quote the secret, so it is not logged.
            item.reject(
                    RejectCode.INVALID,
                    "/credentials/" + i,
                    "`secretData` or `credentialData` does not have the format of this credential type");
            return;
        }
        if (unverifiable != null) {
            unverifiable.rejects(item);
            return;
        }
        CredentialDraft hashed = new CredentialDraft(
                i, stored.getType(), credential.getId(), credential.getUserLabel(), credential.getCreatedDate());
        hashed.secretData = stored.getSecretData();
        hashed.credentialData = stored.getCredentialData();
        // Keycloak itself adds a repeated second factor again; for foreign forms, repetitions are dropped.
        if (!isForeign || !CredentialMatches.isGiven(draft.credentials, hashed)) {
            draft.credentials.add(hashed);
        }
        draft.updatePassword |= PasswordCredentialModel.TYPE.equals(credential.getType())
                && Boolean.TRUE.equals(credential.isTemporary());
    }

    /** Reason why Keycloak could not verify anything with a credential of its own form, or {@code null}. */
    private Violation unverifiable(CredentialModel stored, CredentialRepresentation given, String pointer) {
        if (stored instanceof PasswordCredentialModel password) {
            return hashes.check(password, pointer);
        }
        try {
            if (stored instanceof OTPCredentialModel otp) {
                OtpSeed.check(otp);
            } else if (stored instanceof WebAuthnCredentialModel authenticator) {
                authenticators.check(authenticator);
            } else if (stored instanceof RecoveryAuthnCodesCredentialModel) {
                RecoveryCodes.check(stored);
            }
            return null;
        } catch (UnusableCredentialException e) {
            String field = given.getSecretData() == null ? "" : "/" + e.field(); // the deprecated form has other fields
            return new Violation(e.code(), pointer + field, e.getMessage());
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
