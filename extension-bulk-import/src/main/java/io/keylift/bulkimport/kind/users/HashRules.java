// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.users;

import io.keylift.bulkimport.kind.Violation;
import io.keylift.bulkimport.kind.spi.RejectCode;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.keycloak.credential.hash.PasswordHashProvider;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.credential.PasswordCredentialModel;
import org.keycloak.models.credential.dto.PasswordCredentialData;

/** Checks whether this server can verify a password against a hash. If it cannot, the user could not sign in. */
final class HashRules {

    private static final String ARGON2 = "argon2";

    /** The algorithms of PBKDF2 have this in their names. */
    private static final String PBKDF2 = "pbkdf2";

    /** As Keycloak's Argon2 provider reads them. */
    private static final Map<String, Set<String>> ARGON2_WORDS =
            Map.of("type", Set.of("d", "i", "id"), "version", Set.of("1.0", "1.3"));

    private static final List<String> ARGON2_NUMBERS = List.of("hashLength", "memory", "parallelism");

    private final Set<String> algorithms;

    HashRules(KeycloakSession session) {
        algorithms = session.getKeycloakSessionFactory()
                .getProviderFactoriesStream(PasswordHashProvider.class)
                .map(factory -> factory.getId())
                .collect(Collectors.toSet());
    }

    /** Why the server cannot verify the password, or {@code null}. */
    Violation check(PasswordCredentialModel password, String pointer) {
        PasswordCredentialData data = password.getPasswordCredentialData();
        String algorithm = data.getAlgorithm();
        if (algorithm == null || !algorithms.contains(algorithm)) {
            return fault(pointer, "The server has no password hash algorithm with this name");
        }
        boolean ofKeycloak = algorithm.equals(ARGON2) || algorithm.startsWith(PBKDF2);
        if (ofKeycloak && data.getHashIterations() < 1) {
            return fault(pointer, "`hashIterations` must be at least 1");
        }
        if (ofKeycloak && isEmpty(password.getPasswordSecretData().getSalt())) {
            return fault(pointer, "The salt of the hash is missing");
        }
        return algorithm.equals(ARGON2) ? argon2(data, pointer) : null;
    }

    private static boolean isEmpty(byte[] salt) {
        return salt == null || salt.length == 0;
    }

    private static Violation argon2(PasswordCredentialData data, String pointer) {
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
        return null;
    }

    private static String parameter(PasswordCredentialData data, String name) {
        return data.getAdditionalParameters() == null
                ? null
                : data.getAdditionalParameters().getFirst(name);
    }

    private static Violation fault(String pointer, String message) {
        return new Violation(RejectCode.UNKNOWN_HASH_ALGORITHM, pointer, message);
    }
}
