// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.capability.policy;

import io.keylift.capability.Capability;
import io.keylift.capability.evaluation.Effective;
import io.keylift.hook.Guard;
import java.util.List;
import java.util.Objects;
import org.keycloak.authorization.AuthorizationProvider;
import org.keycloak.authorization.Decision.Effect;
import org.keycloak.authorization.policy.evaluation.Evaluation;
import org.keycloak.authorization.policy.provider.PolicyProvider;
import org.keycloak.models.ClientModel;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.RealmModel;
import org.keycloak.models.UserModel;
import org.keycloak.representations.idm.authorization.Logic;

/**
 * Decides by the user's current capabilities, not by the token. Denies, even with negative logic, if the user does not
 * exist or is disabled, if the policy names an unknown capability and the known ones do not satisfy it, or if the
 * decision fails.
 */
final class CapabilityPolicyProvider implements PolicyProvider {

    private final Guard guard;

    CapabilityPolicyProvider(Guard guard) {
        this.guard = guard;
    }

    @Override
    public void evaluate(Evaluation evaluation) {
        if (!guard.call(() -> isDecided(evaluation), false)) {
            evaluation.setEffect(Effect.DENY);
        }
    }

    /** @return whether it is decided, and not denied whatever the logic */
    private static boolean isDecided(Evaluation evaluation) {
        AuthorizationProvider authorization = evaluation.getAuthorizationProvider();
        RealmModel realm = authorization.getRealm();
        KeycloakSession session = authorization.getKeycloakSession();
        UserModel user =
                user(session, realm, evaluation.getContext().getIdentity().getId());
        if (user == null || !user.isEnabled()) {
            return false;
        }
        PolicyTerms terms = PolicyTerms.of(evaluation.getPolicy().getConfig());
        Effective effective =
                io.keylift.capability.evaluation.Evaluation.of(session).ofUser(realm, user);
        List<Capability> known = terms.capabilities().stream()
                .map(name -> effective.catalog().byName(name))
                .filter(Objects::nonNull)
                .toList();
        boolean isComplete =
                !known.isEmpty() && known.size() == terms.capabilities().size();
        if (terms.requireAll() ? isComplete && effective.hasAll(known) : effective.hasAny(known)) {
            evaluation.grant();
            return true;
        }
        if (isComplete || evaluation.getPolicy().getLogic() != Logic.NEGATIVE) {
            evaluation.deny();
            return true;
        }
        return false;
    }

    /** If a client requests access for itself with resources of its own, the identity is the client's id. */
    private static UserModel user(KeycloakSession session, RealmModel realm, String identity) {
        UserModel user = session.users().getUserById(realm, identity);
        if (user != null) {
            return user;
        }
        ClientModel client = realm.getClientById(identity);
        return client == null ? null : session.users().getServiceAccount(client);
    }

    @Override
    public void close() {}
}
