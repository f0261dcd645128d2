// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.users;

import io.keylift.bulkimport.kind.spi.RejectCode;
import io.keylift.bulkimport.kind.spi.Violation;
import io.keylift.password.ForeignHashFactory;
import io.keylift.password.UnusableHashException;
import io.keylift.password.remote.RemotePassword;
import io.keylift.password.remote.RemotePasswordFactory;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.keycloak.credential.hash.PasswordHashProvider;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.RealmModel;
import org.keycloak.models.credential.PasswordCredentialModel;
import org.keycloak.models.credential.dto.PasswordCredentialData;
import org.keycloak.provider.ProviderFactory;

/** Checks whether this server can verify a password against a hash. If it cannot, the user could not sign in. */
final class HashRules {

    private static final String ARGON2 = "argon2";

    /** Common part of the names of PBKDF2 algorithms. */
    private static final String PBKDF2 = "pbkdf2";

    /** As Keycloak's Argon2 provider reads them. */
    private static final Map<String, Set<String>> ARGON2_WORDS =
            Map.of("type", Set.of("d", "i", "id"), "version", Set.of("1.0", "1.3"));

    private static final List<String> ARGON2_NUMBERS = List.of("hashLength", "memory", "parallelism");

    /** Some seconds of a sign-in; OWASP recommends 1,300,000 for the weakest digest. */
    private static final int MAX_PBKDF2_ITERATIONS = 5_000_000;

    /** Bytes of the hashes that Keycloak makes. */
    private static final int PBKDF2_KEY = 64;

    /** Kibibytes. By default, Keycloak uses 7 MiB for a hash, and computes one on each core. */
    private static final long MAX_ARGON2_MEMORY = 256 << 10;

    /** Kibibytes times iterations: some seconds of a sign-in. */
    private static final long MAX_ARGON2_WORK = 2 << 20;

    /** Bytes. Argon2 makes no shorter ones. */
    private static final int MIN_ARGON2_LENGTH = 4;

    private static final int MAX_ARGON2_LENGTH = 1024;
    private static final int MAX_ARGON2_LANES = 255;

    private final Map<String, ProviderFactory<?>> algorithms;

    private final RealmModel realm;

    /** @param realm of the users */
    HashRules(KeycloakSession session, RealmModel realm) {
        this.realm = realm;
        algorithms = session.getKeycloakSessionFactory()
                .getProviderFactoriesStream(PasswordHashProvider.class)
                .collect(Collectors.toMap(factory -> factory.getId(), factory -> factory, (first, same) -> first));
    }

    /** Reason why a hash of another system cannot be used. */
    static Violation violation(UnusableHashException cause, String pointer) {
        return cause.isTooCostly()
                ? new Violation(RejectCode.HASH_TOO_COSTLY, pointer, cause.getMessage())
                : fault(pointer, cause.getMessage());
    }

    /** Reason why the server cannot verify the password, or {@code null}. */
    Violation check(PasswordCredentialModel password, String pointer) {
        PasswordCredentialData data = password.getPasswordCredentialData();
        String algorithm = data.getAlgorithm();
        if (algorithm == null || !algorithms.containsKey(algorithm)) {
            return fault(pointer, "The server has no password hash algorithm with this name");
        }
        if (algorithms.get(algorithm) instanceof ForeignHashFactory foreign) {
            return foreign(foreign, password, pointer);
        }
        if (algorithms.get(algorithm) instanceof RemotePasswordFactory) {
            RemotePassword remote = RemotePassword.of(password);
            return remote == null
                    ? Violation.invalid(
                            pointer, "The name of the old system, or of the user there, is missing or too long")
                    : remote(remote.remote(), pointer);
        }
        boolean ofKeycloak = algorithm.equals(ARGON2) || algorithm.startsWith(PBKDF2);
        if (ofKeycloak && data.getHashIterations() < 1) {
            return fault(pointer, "`hashIterations` must be at least 1");
        }
        if (ofKeycloak && isEmpty(password.getPasswordSecretData().getSalt())) {
            return fault(pointer, "The salt of the hash is missing");
        }
        byte[] key = key(password.getPasswordSecretData().getValue());
        if (ofKeycloak && key.length == 0) {
            return fault(pointer, "The hash is missing or not encoded in Base64");
        }
        long blocks = (key.length + PBKDF2_KEY - 1) / PBKDF2_KEY;
        if (algorithm.startsWith(PBKDF2) && data.getHashIterations() * blocks > MAX_PBKDF2_ITERATIONS) {
            return tooCostly(
                    pointer,
                    "`hashIterations` is larger than " + MAX_PBKDF2_ITERATIONS + " for each " + PBKDF2_KEY
                            + " bytes of the hash");
        }
        return algorithm.equals(ARGON2) ? argon2(data, key.length, pointer) : null;
    }

    /** Reason why the old system cannot verify passwords of this realm, or {@code null}. */
    Violation remote(String name, String pointer) {
        return algorithms.get(RemotePassword.ALGORITHM) instanceof RemotePasswordFactory remotes
                        && remotes.has(realm, name)
                ? null
                : new Violation(
                        RejectCode.UNKNOWN_REMOTE,
                        pointer,
                        "The options of the server have no old system with this name for the realm");
    }

    /**
     * The decoded key; empty if the text is not the usual form of Base64. Keycloak compares texts, so no other form can
     * be equal.
     */
    private static byte[] key(String value) {
        try {
            byte[] key = Base64.getDecoder().decode(value == null ? "" : value);
            return Base64.getEncoder().encodeToString(key).equals(value) ? key : new byte[0];
        } catch (IllegalArgumentException e) {
            return new byte[0];
        }
    }

    private static Violation foreign(ForeignHashFactory factory, PasswordCredentialModel password, String pointer) {
        String value = password.getPasswordSecretData().getValue();
        try {
            factory.usable(value == null ? "" : value);
            return null;
        } catch (UnusableHashException e) {
            return violation(e, pointer);
        }
    }

    private static boolean isEmpty(byte[] salt) {
        return salt == null || salt.length == 0;
    }

    private static Violation argon2(PasswordCredentialData data, int keyLength, String pointer) {
        for (Map.Entry<String, Set<String>> word : ARGON2_WORDS.entrySet()) {
            String value = parameter(data, word.getKey());
            if (value == null || !word.getValue().contains(value)) {
                return fault(pointer, "Parameter " + word.getKey() + " of the hash is missing or unknown");
            }
        }
        for (String number : ARGON2_NUMBERS) {
            String value = parameter(data, number);
            if (value == null || !value.matches("[1-9][0-9]{0,8}")) {
                return fault(pointer, "Parameter " + number + " of the hash is missing or not a number");
            }
        }
        long memory = Long.parseLong(parameter(data, "memory"));
        if (memory > MAX_ARGON2_MEMORY
                || memory * data.getHashIterations() > MAX_ARGON2_WORK
                || Long.parseLong(parameter(data, "parallelism")) > MAX_ARGON2_LANES
                || Long.parseLong(parameter(data, "hashLength")) > MAX_ARGON2_LENGTH) {
            return tooCostly(
                    pointer,
                    "Argon2 would take more than " + MAX_ARGON2_MEMORY + " KiB, or memory · iterations is larger than "
                            + MAX_ARGON2_WORK + " KiB");
        }
        if (keyLength < MIN_ARGON2_LENGTH || keyLength != Integer.parseInt(parameter(data, "hashLength"))) {
            return fault(
                    pointer, "The hash does not have the length that its parameter hashLength says, or is too short");
        }
        return null;
    }

    private static String parameter(PasswordCredentialData data, String name) {
        return data.getAdditionalParameters() == null
                ? null
                : data.getAdditionalParameters().getFirst(name);
    }

    private static Violation tooCostly(String pointer, String message) {
        return new Violation(RejectCode.HASH_TOO_COSTLY, pointer, message);
    }

    private static Violation fault(String pointer, String message) {
        return new Violation(RejectCode.UNKNOWN_HASH_ALGORITHM, pointer, message);
    }
}
