// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.users;

import io.keylift.bulkimport.kind.shared.reference.KeycloakKeys;
import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.rows.Queries;
import jakarta.persistence.EntityManager;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.keycloak.connections.jpa.JpaConnectionProvider;
import org.keycloak.credential.CredentialModel;
import org.keycloak.credential.hash.PasswordHashProvider;
import org.keycloak.models.PasswordPolicy;
import org.keycloak.models.credential.PasswordCredentialModel;
import org.keycloak.models.utils.KeycloakModelUtils;

/**
 * Verifies plain passwords against the current and former ones of users, if the realm's policy requires that. It costs
 * as much as hashing, so it is done before the chunk's transaction. The policy itself compares passwords that other
 * transactions change meanwhile.
 */
final class StoredPasswords {

    /** A plain password, and a stored hash of its user. */
    record Comparison(CredentialDraft credential, PasswordCredentialModel stored, PasswordHashProvider provider) {

        void run() {
            try {
                credential.matches.put(hash(stored), provider.verify(credential.plain, stored));
            } catch (RuntimeException e) {
                // The policy gets the same failure again, which then affects this record only.
                credential.matches.remove(hash(stored));
            }
        }
    }

    private final ImportContext context;

    StoredPasswords(ImportContext context) {
        this.context = context;
    }

    /** Whether a policy compares a new password with the user's other ones. */
    static boolean areAsked(PasswordPolicy policy) {
        Set<String> policies = policy.getPolicies();
        return policies.contains(PasswordPolicy.PASSWORD_HISTORY_ID) || policies.contains(PasswordPolicy.PASSWORD_AGE);
    }

    /** Identifies the hash of a password by its value and algorithm. */
    static String hash(PasswordCredentialModel stored) {
        return stored.getPasswordSecretData().getValue() + " "
                + stored.getPasswordCredentialData().getAlgorithm();
    }

    /** @param credentials credentials by the username of their user */
    List<Comparison> comparisons(Map<String, List<CredentialDraft>> credentials) {
        List<Comparison> comparisons = new ArrayList<>();
        KeycloakModelUtils.runJobInTransaction(context.session().getKeycloakSessionFactory(), session -> {
            EntityManager em = session.getProvider(JpaConnectionProvider.class).getEntityManager();
            Queries rows = new Queries(em);
            Map<String, List<CredentialDraft>> byUser = new HashMap<>();
            rows.select(KeycloakKeys.USERNAME, context.realm().getId(), new HashSet<>(credentials.keySet()))
                    .forEach(row -> byUser.put((String) row[0], credentials.get((String) row[1])));
            rows.select(
                            "select c.user.id, c.secretData, c.credentialData from CredentialEntity c"
                                    + " where c.user.id in (:values) and c.type in ('"
                                    + PasswordCredentialModel.TYPE + "', '" + PasswordCredentialModel.PASSWORD_HISTORY
                                    + "')",
                            byUser.keySet(),
                            Map.of())
                    .forEach(row -> compare(byUser.get((String) row[0]), row, comparisons));
        });
        return comparisons;
    }

    private void compare(List<CredentialDraft> credentials, Object[] row, List<Comparison> comparisons) {
        PasswordCredentialModel stored = readable((String) row[1], (String) row[2]);
        if (stored == null) {
            return;
        }
        PasswordHashProvider provider = context.session()
                .getProvider(
                        PasswordHashProvider.class,
                        stored.getPasswordCredentialData().getAlgorithm());
        if (provider != null) {
            credentials.forEach(credential -> comparisons.add(new Comparison(credential, stored, provider)));
        }
    }

    /** Returns {@code null} for data that is no password as Keycloak stores it; the policy handles that. */
    private static PasswordCredentialModel readable(String secretData, String credentialData) {
        CredentialModel model = new CredentialModel();
        model.setSecretData(secretData);
        model.setCredentialData(credentialData);
        try {
            PasswordCredentialModel stored = PasswordCredentialModel.createFromCredentialModel(model);
            return stored.getPasswordSecretData() == null || stored.getPasswordCredentialData() == null ? null : stored;
        } catch (RuntimeException e) {
            return null;
        }
    }
}
