// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.clients;

import io.keylift.bulkimport.kind.shared.mappers.MapperRules;
import io.keylift.bulkimport.kinds.clients.draft.DraftClient;
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
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.utils.ModelToRepresentation;
import org.keycloak.models.utils.RepresentationToModel;
import org.keycloak.representations.idm.ClientRepresentation;
import org.keycloak.representations.idm.ProtocolMapperRepresentation;

/** Prepares representations for Keycloak's {@code PUT}, and sets the fields that {@code PUT} ignores. */
final class MergedRepresentation {

    /** Optional texts of a client. */
    static final Set<String> TEXTS = Set.of("name", "description", "rootUrl", "adminUrl", "baseUrl");

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
        if (given.getProtocolMappers() != null) {
            given.setProtocolMappers(unite(given.getProtocolMappers(), client));
        }
        if (given.getAuthorizationServicesEnabled() == null) {
            given.setAuthorizationServicesEnabled(stored.resourceServer != null);
        }
    }

    /**
     * Sets each value that is given, as {@code PUT} and the calls for client scopes do it.
     *
     * @param merge whether the client keeps client scopes that are not given
     */
    static void set(ClientRepresentation given, DraftClient client, KeycloakSession session, boolean merge) {
        RepresentationToModel.updateClient(given, client, session);
        RepresentationToModel.updateClientProtocolMappers(given, client);
        RepresentationToModel.updateClientScopes(scopes(given, client, merge), client);
    }

    /** Drops empty texts that the client does not have: Keycloak would store them. */
    static void leaveOutEmpty(ClientRepresentation given, DraftClient client) {
        clearIf(isEmpty(given.getName()) && client.getName() == null, given::setName);
        clearIf(isEmpty(given.getDescription()) && client.getDescription() == null, given::setDescription);
        clearIf(isEmpty(given.getRootUrl()) && client.getRootUrl() == null, given::setRootUrl);
        clearIf(isEmpty(given.getAdminUrl()) && client.getManagementUrl() == null, given::setAdminUrl);
        clearIf(isEmpty(given.getBaseUrl()) && client.getBaseUrl() == null, given::setBaseUrl);
    }

    /** Drops empty texts of a new client, except a text for which Keycloak has a default. */
    static void leaveOutEmpty(ClientRepresentation given) {
        clearIf(isEmpty(given.getName()), given::setName);
        clearIf(isEmpty(given.getDescription()), given::setDescription);
        clearIf(isEmpty(given.getRootUrl()), given::setRootUrl);
        clearIf(isEmpty(given.getBaseUrl()), given::setBaseUrl);
    }

    private static boolean isEmpty(String text) {
        return text != null && text.isEmpty();
    }

    /** Clears the fields that Keycloak's {@code PUT} does not clear, such as {@link #TEXTS}. */
    static void clear(ClientRepresentation given, DraftClient client) {
        clearIf(given.getName() == null, client::setName);
        clearIf(given.getDescription() == null, client::setDescription);
        clearIf(given.getRootUrl() == null, client::setRootUrl);
        clearIf(given.getAdminUrl() == null, client::setManagementUrl);
        clearIf(given.getBaseUrl() == null, client::setBaseUrl);
        clearIf(given.getSecret() == null || given.getSecret().isEmpty(), client::setSecret);
        Map<String, Integer> nodes = given.getRegisteredNodes();
        if (nodes != null) {
            List.copyOf(client.getRegisteredNodes().keySet()).stream()
                    .filter(node -> !nodes.containsKey(node))
                    .forEach(client::unregisterNode);
        }
    }

    private static void clearIf(boolean clears, Consumer<String> setter) {
        if (clears) {
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
     * The lists of client scopes. An omitted list is the stored one, without scopes that the record moves to the other
     * list.
     */
    private static ClientRepresentation scopes(ClientRepresentation given, DraftClient client, boolean merge) {
        ClientRepresentation lists = new ClientRepresentation();
        List<String> defaults = given.getDefaultClientScopes();
        List<String> optional = given.getOptionalClientScopes();
        if (defaults == null && optional == null) {
            return lists;
        }
        List<String> storedDefaults =
                new ArrayList<>(client.getClientScopes(true).keySet());
        List<String> storedOptional =
                new ArrayList<>(client.getClientScopes(false).keySet());
        if (optional != null) {
            storedDefaults.removeAll(optional);
        }
        if (defaults == null) {
            lists.setDefaultClientScopes(storedDefaults);
        } else {
            lists.setDefaultClientScopes(merge ? unite(defaults, storedDefaults) : defaults);
        }
        if (optional == null) {
            lists.setOptionalClientScopes(storedOptional);
        } else {
            lists.setOptionalClientScopes(merge ? unite(optional, storedOptional) : optional);
        }
        return lists;
    }
}
