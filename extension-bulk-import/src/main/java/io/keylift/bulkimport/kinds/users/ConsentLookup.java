// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.users;

import io.keylift.bulkimport.kind.shared.reference.KnownClient;
import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.kind.spi.RejectCode;
import io.keylift.bulkimport.kind.spi.TextRules;
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
import org.keycloak.representations.idm.UserConsentRepresentation;

/**
 * Finds the clients and client scopes that the consents of a chunk name: one query for each of the two, and one for
 * names of the form {@code scope:parameter}. If parameterized client scopes are enabled, Keycloak's models are asked,
 * too.
 */
final class ConsentLookup {

    private final ImportContext context;
    private final Queries rows;
    private final Map<String, KnownClient> clients = new HashMap<>();
    private final Map<String, String> scopes = new HashMap<>();
    private final Set<String> parameterized = new HashSet<>();
    private final boolean enabled;
    private final boolean exact;

    ConsentLookup(ImportContext context, Queries rows) {
        this.context = context;
        this.rows = rows;
        enabled = Profile.isFeatureEnabled(Profile.Feature.PARAMETERIZED_SCOPES);
        exact = context.spec().givesBack();
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
                for (String name : granted(consent)) {
                    names.add(name);
                    names.addAll(beforeSeparators(name));
                }
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
        loadParameterized(names);
        consenting.forEach(this::resolve);
    }

    /** Possible names of a client scope before a parameter, the longest first. */
    private static List<String> beforeSeparators(String name) {
        List<String> names = new ArrayList<>(0);
        for (int i = name.lastIndexOf(ClientScopeModel.VALUE_SEPARATOR);
                i > 0;
                i = name.lastIndexOf(ClientScopeModel.VALUE_SEPARATOR, i - 1)) {
            names.add(name.substring(0, i));
        }
        return names;
    }

    /** A consent remains after Keycloak's feature was disabled. */
    private void loadParameterized(Set<String> names) {
        Set<String> prefixes = new HashSet<>();
        names.forEach(name -> prefixes.addAll(beforeSeparators(name)));
        prefixes.retainAll(scopes.keySet());
        rows
                .select(
                        "select a.clientScope.id, a.value from ClientScopeAttributeEntity a"
                                + " where a.name = :attribute and a.clientScope.id in (:values)",
                        prefixes.stream().map(scopes::get).toList(),
                        Map.of("attribute", ClientScopeModel.IS_PARAMETERIZED_SCOPE))
                .stream()
                .filter(row -> Boolean.parseBoolean((String) row[1]))
                .forEach(row -> parameterized.add((String) row[0]));
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
            } else {
                addParameterized(work, found, client, name, pointer + i);
            }
        }
        return found;
    }

    private boolean needsParameter(String id) {
        ClientScopeModel scope = enabled ? context.realm().getClientScopeById(id) : null;
        return scope != null && ClientScopeModel.isParameterizedScope(scope);
    }

    /** Keycloak never stores scopes that always ask for consent. */
    private void addParameterized(
            UserWork work, Set<GrantedScope> found, KnownClient client, String name, String pointer) {
        String scope = beforeSeparators(name).stream()
                .filter(prefix -> scopes.containsKey(prefix) && (exact || parameterized.contains(scopes.get(prefix))))
                .findFirst()
                .orElse(null);
        String parameter = scope == null ? "" : name.substring(scope.length() + 1);
        if (parameter.isBlank() || !isValid(client, scope, name)) {
            work.item.reject(RejectCode.UNKNOWN_CLIENT_SCOPE, pointer, "The realm has no client scope with this name");
        } else if (TextRules.check(work.item, parameter, TextRules.NAME, pointer) && !alwaysAsks(scopes.get(scope))) {
            found.add(new GrantedScope(scopes.get(scope), parameter));
        }
    }

    private boolean alwaysAsks(String id) {
        ClientScopeModel scope = enabled ? context.realm().getClientScopeById(id) : null;
        return scope != null && scope.isAlwaysConsent();
    }

    /**
     * Whether Keycloak lets users grant the parameter. A client that has lost the scope meanwhile is not considered.
     */
    private boolean isValid(KnownClient client, String scope, String name) {
        ClientModel model = enabled && !exact ? client.model(context) : null;
        if (model == null || !model.getClientScopes(false).containsKey(scope)) {
            return true;
        }
        AuthorizationRequestParserProvider parser =
                context.session().getProvider(AuthorizationRequestParserProvider.class, "client-scope");
        return parser == null
                || parser.parseScopes(model, name).getAuthorizationDetailEntries().stream()
                        .anyMatch(entry ->
                                entry.getAuthorizationDetails().getParameterizedScopeParamFromCustomData() != null);
    }
}
