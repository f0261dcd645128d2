// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.clients.draft;

import io.keylift.bulkimport.rows.Ids;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.keycloak.models.ClientScopeModel;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.ProtocolMapperModel;
import org.keycloak.models.RealmModel;
import org.keycloak.models.RoleModel;
import org.keycloak.models.jpa.ClientAdapter;
import org.keycloak.models.jpa.entities.ClientEntity;
import org.keycloak.models.utils.KeycloakModelUtils;
import org.keycloak.protocol.oidc.OIDCLoginProtocol;

/**
 * A client that Keycloak's own code can fill, validate and change without access to the database: its entity belongs to
 * no persistence context, and its client scopes are kept here. The import then writes its final state table by table.
 */
public final class DraftClient extends ClientAdapter {

    private final boolean exists;
    private final Map<String, ScopeOfClient> scopes = new LinkedHashMap<>();

    private DraftClient(KeycloakSession session, RealmModel realm, ClientEntity entity, boolean exists) {
        super(realm, DetachedPersistence.ENTITY_MANAGER, session, entity);
        this.exists = exists;
    }

    public static DraftClient ofNew(KeycloakSession session, RealmModel realm, ClientEntity entity) {
        return new DraftClient(session, realm, entity, false);
    }

    /** @param copy copy of an existing client's entity; only the copy changes */
    public static DraftClient ofExisting(KeycloakSession session, RealmModel realm, ClientEntity copy) {
        return new DraftClient(session, realm, copy, true);
    }

    /** A client scope and whether the client has it by default. */
    public record ScopeOfClient(ClientScopeModel scope, boolean byDefault) {}

    /** The client scopes by id, whatever their protocol. */
    public Map<String, ScopeOfClient> scopes() {
        return scopes;
    }

    @Override
    public void addClientScopes(Set<ClientScopeModel> added, boolean byDefault) {
        List<String> protocols = KeycloakModelUtils.getAcceptedClientScopeProtocols(this);
        Map<String, ClientScopeModel> present = getClientScopes(true);
        present.putAll(getClientScopes(false));
        for (ClientScopeModel scope : added) {
            if (!present.containsKey(scope.getName()) && protocols.contains(protocol(scope))) {
                scopes.put(scope.getId(), new ScopeOfClient(scope, byDefault));
            }
        }
    }

    @Override
    public void removeClientScope(ClientScopeModel scope) {
        scopes.remove(scope.getId());
    }

    @Override
    public Map<String, ClientScopeModel> getClientScopes(boolean byDefault) {
        List<String> protocols = KeycloakModelUtils.getAcceptedClientScopeProtocols(this);
        Map<String, ClientScopeModel> found = new HashMap<>();
        scopes.values().stream()
                .filter(of -> of.byDefault() == byDefault && protocols.contains(protocol(of.scope())))
                .forEach(of -> found.put(of.scope().getName(), of.scope()));
        return found;
    }

    private static String protocol(ClientScopeModel scope) {
        return scope.getProtocol() == null ? OIDCLoginProtocol.LOGIN_PROTOCOL : scope.getProtocol();
    }

    /** Keycloak generates random ids; Keylift's increase with time. */
    @Override
    public ProtocolMapperModel addProtocolMapper(ProtocolMapperModel mapper) {
        if (mapper.getId() == null) {
            mapper.setId(Ids.next());
        }
        return super.addProtocolMapper(mapper);
    }

    /** Keeps a new mapper that has the id of the removed one: Keycloak's code adds mappers before it removes any. */
    @Override
    public void removeProtocolMapper(ProtocolMapperModel mapper) {
        getEntity()
                .getProtocolMappers()
                .removeIf(entity -> entity.getId().equals(mapper.getId())
                        && entity.getName().equals(mapper.getName())
                        && entity.getProtocol().equals(mapper.getProtocol()));
    }

    /** Fires no event: the client is not stored yet. */
    @Override
    public void updateClient() {}

    @Override
    public RoleModel getRole(String name) {
        return exists ? super.getRole(name) : null;
    }

    @Override
    public Stream<RoleModel> getRolesStream() {
        return exists ? super.getRolesStream() : Stream.empty();
    }
}
