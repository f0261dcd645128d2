// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.users;

import io.keylift.bulkimport.kind.reference.KnownClient;
import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.kind.spi.RejectCode;
import io.keylift.bulkimport.rows.Queries;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.keycloak.common.Profile;
import org.keycloak.models.ClientModel;
import org.keycloak.models.ClientScopeModel;
import org.keycloak.protocol.oidc.rar.AuthorizationRequestParserProvider;
import org.keycloak.rar.AuthorizationDetails;
import org.keycloak.representations.idm.UserConsentRepresentation;

/**
 * Finds the clients and client scopes that the consents of a chunk name: one query for each of the two. Only if
 * parameterized client scopes are enabled, Keycloak's models are asked as well.
 */
final class ConsentLookup {

    private final ImportContext context;
    private final Queries rows;
    private final Map<String, KnownClient> clients = new HashMap<>();
    private final Map<String, String> scopes = new HashMap<>();
    private final boolean parameterized;

    ConsentLookup(ImportContext context, Queries rows) {
        this.context = context;
        this.rows = rows;
        parameterized = Profile.isFeatureEnabled(Profile.Feature.PARAMETERIZED_SCOPES);
    }

    void resolve(List<UserWork> works) {
        List<UserWork> consenting = works.stream()
                .filter(work -> work.isOpen() && work.user.getClientConsents() != null)
                .toList();
        if (consenting.isEmpty()) {
            return;
        }
        Set<String> clientIds = new HashSet<>();
        Set<String> names = new HashSet<>();
        for (UserWork work : consenting) {
            for (UserConsentRepresentation consent : work.user.getClientConsents()) {
                clientIds.add(consent.getClientId());
                names.addAll(granted(consent));
            }
        }
        Map<String, String> realm = Map.of("realm", context.realm().getId());
        rows.select(
                        "select c.clientId, c.id from ClientEntity c"
                                + " where c.realmId = :realm and c.clientId in (:values)",
                        clientIds,
                        realm)
                .forEach(row -> clients.put((String) row[0], new KnownClient((String) row[1], (String) row[0])));
        rows.select(
                        "select s.name, s.id from ClientScopeEntity s where s.realmId = :realm and s.name in (:values)",
                        names,
                        realm)
                .forEach(row -> scopes.put((String) row[0], (String) row[1]));
        consenting.forEach(this::resolve);
    }

    private static List<String> granted(UserConsentRepresentation consent) {
        return consent.getGrantedClientScopes() == null ? List.of() : consent.getGrantedClientScopes();
    }

    private void resolve(UserWork work) {
        List<ConsentDraft> drafts = new ArrayList<>();
        List<UserConsentRepresentation> consents = work.user.getClientConsents();
        for (int i = 0; i < consents.size() && work.isOpen(); i++) {
            UserConsentRepresentation consent = consents.get(i);
            String pointer = "/clientConsents/" + i;
            KnownClient client = clients.get(consent.getClientId());
            if (client == null) {
                work.item.reject(
                        RejectCode.UNKNOWN_CLIENT,
                        pointer + "/clientId",
                        "The realm has no client with this client id");
            } else {
                drafts.add(new ConsentDraft(
                        client.id(),
                        scopes(work, client, granted(consent), pointer + "/grantedClientScopes/"),
                        consent.getCreatedDate(),
                        consent.getLastUpdatedDate()));
            }
        }
        work.consents = drafts;
    }

    private Set<GrantedScope> scopes(UserWork work, KnownClient client, List<String> names, String pointer) {
        Set<GrantedScope> found = new LinkedHashSet<>();
        for (int i = 0; i < names.size() && work.isOpen(); i++) {
            String name = names.get(i);
            String id = scopes.get(name);
            if (id == null && name.equals(client.clientId())) {
                id = client.id();
            }
            if (id != null && !needsParameter(id)) {
                found.add(new GrantedScope(id, null));
            } else if (id != null) {
                work.item.reject(
                        RejectCode.INVALID, pointer + i, "The client scope requires a parameter behind a colon");
            } else if (!addParameterized(found, client, name)) {
                work.item.reject(
                        RejectCode.UNKNOWN_CLIENT_SCOPE, pointer + i, "The realm has no client scope with this name");
            }
        }
        return found;
    }

    private boolean needsParameter(String id) {
        ClientScopeModel scope = parameterized ? context.realm().getClientScopeById(id) : null;
        return scope != null && ClientScopeModel.isParameterizedScope(scope);
    }

    /** Reads {@code scope:parameter} as Keycloak does. Keycloak never stores scopes that always ask for consent. */
    private boolean addParameterized(Set<GrantedScope> found, KnownClient client, String name) {
        ClientModel model = parameterized ? client.model(context) : null;
        AuthorizationRequestParserProvider parser = model == null
                ? null
                : context.session().getProvider(AuthorizationRequestParserProvider.class, "client-scope");
        if (parser == null) {
            return false;
        }
        AuthorizationDetails details = parser.parseScopes(model, name).getAuthorizationDetailEntries().stream()
                .filter(entry -> entry.getAuthorizationDetails().getParameterizedScopeParamFromCustomData() != null)
                .findAny()
                .orElse(null);
        if (details != null && !details.getClientScope().isAlwaysConsent()) {
            found.add(new GrantedScope(
                    details.getClientScope().getId(),
                    details.getAuthorizationDetails().getParameterizedScopeParamFromCustomData()));
        }
        return details != null;
    }
}
