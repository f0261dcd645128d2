// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.caller;

import io.keylift.bulkimport.job.Caller;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.keycloak.models.ClientModel;
import org.keycloak.models.ClientScopeModel;
import org.keycloak.models.GroupModel;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.RealmModel;
import org.keycloak.models.RoleModel;
import org.keycloak.models.UserModel;
import org.keycloak.models.utils.KeycloakModelUtils;
import org.keycloak.protocol.oidc.mappers.HardcodedRole;
import org.keycloak.representations.AccessToken;

/**
 * Finds the roles of a caller's token that the caller still has. Roles that were granted later are not added. Other
 * roles are not looked up, because an administrator of {@code master} has those of all realms.
 */
final class HeldRoles {

    private static final String NO_SESSION = "import";

    private HeldRoles() {}

    /** A token with those roles and without a session, for Keycloak's own evaluation of permissions. */
    static AccessToken token(
            KeycloakSession session, Caller caller, RealmModel realm, ClientModel client, UserModel user) {
        Set<RoleModel> realmRoles = roles(caller.realmRoles(), realm::getRole);
        Map<String, Set<RoleModel>> clientRoles = new HashMap<>();
        caller.clientRoles().forEach((clientId, names) -> {
            ClientModel of = realm.getClientByClientId(clientId);
            clientRoles.put(clientId, of == null ? Set.of() : roles(names, of::getRole));
        });
        Set<RoleModel> wanted = new HashSet<>(realmRoles);
        clientRoles.values().forEach(wanted::addAll);
        Set<RoleModel> held = held(user, wanted);
        givenBy(client).forEach(name -> held.add(KeycloakModelUtils.getRoleFromString(session, realm, name)));

        AccessToken token = new AccessToken();
        // Without the prefix of a lightweight token: Keycloak takes its roles from the session.
        token.id(NO_SESSION);
        token.subject(user.getId());
        token.issuedFor(client.getClientId());
        token.iat(caller.issuedAt());
        token.setRealmAccess(new AccessToken.Access());
        add(realmRoles, held, token.getRealmAccess());
        clientRoles.forEach((clientId, roles) -> add(roles, held, token.addAccess(clientId)));
        return token;
    }

    private static Set<RoleModel> roles(Set<String> names, Function<String, RoleModel> find) {
        return names.stream().map(find).filter(Objects::nonNull).collect(Collectors.toSet());
    }

    private static void add(Set<RoleModel> roles, Set<RoleModel> held, AccessToken.Access access) {
        roles.stream().filter(held::contains).map(RoleModel::getName).forEach(access::addRole);
    }

    /**
     * The roles that the user has directly, through a group or through a composite role. Keycloak caches all of these
     * relations.
     */
    private static Set<RoleModel> held(UserModel user, Set<RoleModel> wanted) {
        Set<RoleModel> held = new HashSet<>();
        Set<String> seen = new HashSet<>();
        Deque<RoleModel> open = new ArrayDeque<>();
        user.getRoleMappingsStream().forEach(open::add);
        user.getGroupsStream().forEach(group -> {
            for (GroupModel any = group; any != null; any = any.getParent()) {
                any.getRoleMappingsStream().forEach(open::add);
            }
        });
        while (!open.isEmpty() && held.size() < wanted.size()) {
            RoleModel role = open.remove();
            if (seen.add(role.getId())) {
                if (wanted.contains(role)) {
                    held.add(role);
                }
                if (role.isComposite()) {
                    role.getCompositesStream().forEach(open::add);
                }
            }
        }
        return held;
    }

    /** Roles that the client's mappers add to each token. */
    private static Stream<String> givenBy(ClientModel client) {
        Stream<ClientScopeModel> scopes =
                Stream.of(true, false).flatMap(byDefault -> client.getClientScopes(byDefault).values().stream());
        return Stream.concat(Stream.of(client), scopes)
                .flatMap(container -> container.getProtocolMappersStream())
                .filter(mapper -> HardcodedRole.PROVIDER_ID.equals(mapper.getProtocolMapper()))
                .map(mapper -> mapper.getConfig().get(HardcodedRole.ROLE_CONFIG))
                .filter(Objects::nonNull);
    }
}
