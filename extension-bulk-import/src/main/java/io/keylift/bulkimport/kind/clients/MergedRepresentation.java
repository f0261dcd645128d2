// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.clients;

import io.keylift.bulkimport.kind.clients.draft.DraftClient;
import io.keylift.bulkimport.kind.mappers.MapperRules;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.keycloak.models.Constants;
import org.keycloak.models.utils.ModelToRepresentation;
import org.keycloak.representations.idm.ClientRepresentation;
import org.keycloak.representations.idm.ProtocolMapperRepresentation;

/**
 * Completes a representation with stored values, so that Keycloak's {@code PUT} has the result that the import needs.
 */
final class MergedRepresentation {

    private MergedRepresentation() {}

    /** Drops an attribute that Keycloak's representation of every client has, whether it is stored or not. */
    static void leaveOutShown(ClientRepresentation given, DraftClient client) {
        if (given.getAttributes() != null && client.getAttribute(Constants.REALM_CLIENT) == null) {
            Map<String, String> attributes = new HashMap<>(given.getAttributes());
            attributes.remove(Constants.REALM_CLIENT);
            given.setAttributes(attributes);
        }
    }

    /** Adds stored values to the given lists, and keeps the authorization of a client that has it. */
    static void merge(ClientRepresentation given, StoredClient stored) {
        DraftClient client = stored.draft;
        given.setRedirectUris(unite(given.getRedirectUris(), client.getRedirectUris()));
        given.setWebOrigins(unite(given.getWebOrigins(), client.getWebOrigins()));
        given.setDefaultClientScopes(unite(
                given.getDefaultClientScopes(), client.getClientScopes(true).keySet()));
        given.setOptionalClientScopes(unite(
                given.getOptionalClientScopes(), client.getClientScopes(false).keySet()));
        if (given.getProtocolMappers() != null) {
            given.setProtocolMappers(unite(given.getProtocolMappers(), client));
        }
        if (given.getAuthorizationServicesEnabled() == null) {
            given.setAuthorizationServicesEnabled(stored.resourceServer != null);
        }
    }

    /** Clears what Keycloak's {@code PUT} leaves alone or stores as an empty text. */
    static void clear(ClientRepresentation given, DraftClient client) {
        clear(given.getName(), client::setName);
        clear(given.getDescription(), client::setDescription);
        clear(given.getRootUrl(), client::setRootUrl);
        clear(given.getAdminUrl(), client::setManagementUrl);
        clear(given.getBaseUrl(), client::setBaseUrl);
        clear(given.getSecret(), client::setSecret);
        Map<String, Integer> nodes = given.getRegisteredNodes();
        if (nodes != null) {
            List.copyOf(client.getRegisteredNodes().keySet()).stream()
                    .filter(node -> !nodes.containsKey(node))
                    .forEach(client::unregisterNode);
        }
    }

    private static void clear(String given, Consumer<String> setter) {
        if (given == null || given.isEmpty()) {
            setter.accept(null);
        }
    }

    /** A {@code null} list stays {@code null}: it leaves the stored one unchanged. */
    private static List<String> unite(Collection<String> given, Collection<String> present) {
        if (given == null) {
            return null;
        }
        Set<String> united = new LinkedHashSet<>(present);
        united.addAll(given);
        return new ArrayList<>(united);
    }

    private static List<ProtocolMapperRepresentation> unite(
            List<ProtocolMapperRepresentation> given, DraftClient client) {
        List<ProtocolMapperRepresentation> united = new ArrayList<>(given);
        Set<List<String>> names = new HashSet<>();
        given.forEach(mapper -> names.add(MapperRules.key(mapper)));
        client.getProtocolMappersStream()
                .map(ModelToRepresentation::toRepresentation)
                .filter(mapper -> !names.contains(MapperRules.key(mapper)))
                .forEach(united::add);
        return united;
    }

    /**
     * Replaces an omitted list of client scopes by the stored one, without scopes that the record moves to the other
     * list.
     */
    static void scopes(ClientRepresentation given, DraftClient client) {
        if (given.getDefaultClientScopes() == null && given.getOptionalClientScopes() == null) {
            return;
        }
        if (given.getDefaultClientScopes() == null) {
            List<String> defaults = new ArrayList<>(client.getClientScopes(true).keySet());
            defaults.removeAll(given.getOptionalClientScopes());
            given.setDefaultClientScopes(defaults);
        } else if (given.getOptionalClientScopes() == null) {
            given.setOptionalClientScopes(
                    new ArrayList<>(client.getClientScopes(false).keySet()));
        }
    }
}
