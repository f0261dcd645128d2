// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.clients;

import static io.keylift.request.Pointers.to;

import io.keylift.bulkimport.kind.shared.mappers.MapperRules;
import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.kind.spi.Item;
import io.keylift.bulkimport.kind.spi.RejectCode;
import io.keylift.bulkimport.kind.spi.SecretMask;
import io.keylift.bulkimport.kind.spi.TextRules;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.keycloak.common.constants.ServiceAccountConstants;
import org.keycloak.models.ClientScopeModel;
import org.keycloak.models.RealmModel;

/** Rules for a client that need no look-up, checked before Keycloak's own code sees the client. */
final class ClientRules {

    private final RealmModel realm;
    private final Set<String> scopes;
    private final MapperRules mappers;
    private final boolean givesBack;

    ClientRules(ImportContext context) {
        realm = context.realm();
        scopes = realm.getClientScopesStream().map(ClientScopeModel::getName).collect(Collectors.toSet());
        mappers = new MapperRules(context);
        givesBack = context.spec().givesBack();
    }

    void check(Item<ClientRecord> item) {
        ClientRecord client = item.record();
        checkNames(item, client);
        UnsupportedFields.check(item);
        checkTexts(item, client);
        checkList(item, "/redirectUris", client.getRedirectUris());
        checkList(item, "/webOrigins", client.getWebOrigins());
        checkAttributes(item, client.getAttributes());
        checkNodes(item, client.getRegisteredNodes());
        checkFlows(item, client.getAuthenticationFlowBindingOverrides());
        mappers.check(item, client.getProtocolMappers());
        checkScopes(item, client);
    }

    /** Rejects a record that names a client scope which the realm does not have. */
    void checkScopes(Item<?> item, ClientRecord client) {
        checkScopes(item, "/defaultClientScopes", client.getDefaultClientScopes());
        checkScopes(item, "/optionalClientScopes", client.getOptionalClientScopes());
    }

    /** Pointer to an attribute. */
    static String attribute(String name) {
        return to("/attributes", name);
    }

    /** Longest name of a flow that a message repeats. */
    private static final int LONGEST_NAME = 100;

    /** Name of the service account of a client with this client id. */
    static String serviceAccount(String clientId) {
        return (ServiceAccountConstants.SERVICE_ACCOUNT_USER_PREFIX + clientId).toLowerCase(Locale.ROOT);
    }

    static void checkNames(Item<ClientRecord> item, ClientRecord client) {
        if (client.getClientId() == null || client.getClientId().isBlank()) {
            item.reject(RejectCode.MISSING, "/clientId", "The client id is missing");
            return;
        }
        TextRules.checkId(item, client.getId(), "/id");
        if (TextRules.check(item, client.getClientId(), TextRules.NAME, "/clientId") && client.wantsServiceAccount()) {
            TextRules.check(item, serviceAccount(client.getClientId()), TextRules.NAME, "/clientId");
        }
    }

    private void checkTexts(Item<ClientRecord> item, ClientRecord client) {
        TextRules.check(item, client.getName(), TextRules.NAME, "/name");
        TextRules.check(item, client.getDescription(), TextRules.NAME, "/description");
        TextRules.check(item, client.getType(), TextRules.NAME, "/type");
        TextRules.check(item, client.getRootUrl(), TextRules.NAME, "/rootUrl");
        TextRules.check(item, client.getAdminUrl(), TextRules.NAME, "/adminUrl");
        TextRules.check(item, client.getBaseUrl(), TextRules.NAME, "/baseUrl");
        TextRules.check(item, client.getProtocol(), TextRules.NAME, "/protocol");
        TextRules.check(item, client.getClientAuthenticatorType(), TextRules.NAME, "/clientAuthenticatorType");
        checkSecret(item, client.getSecret(), "/secret");
        TextRules.check(item, client.getSecret(), TextRules.NAME, "/secret");
    }

    private void checkSecret(Item<ClientRecord> item, String value, String pointer) {
        // An undo restores any value that a client had.
        if (!givesBack && SecretMask.is(value)) {
            item.reject(
                    RejectCode.INVALID,
                    pointer,
                    "The secret is masked, as in Keycloak's exports. Give the real secret, or none.");
        }
    }

    private static void checkList(Item<ClientRecord> item, String pointer, List<String> values) {
        for (int i = 0; values != null && i < values.size(); i++) {
            TextRules.check(item, values.get(i), TextRules.NAME, to(pointer, i));
        }
    }

    private void checkAttributes(Item<ClientRecord> item, Map<String, String> attributes) {
        if (attributes != null) {
            attributes.forEach((name, value) -> {
                TextRules.check(item, name, TextRules.NAME, attribute(name));
                TextRules.check(item, value, attribute(name));
                checkSecret(item, value, attribute(name));
            });
        }
    }

    private static void checkNodes(Item<ClientRecord> item, Map<String, Integer> nodes) {
        if (nodes != null) {
            nodes.forEach((name, time) -> {
                TextRules.check(item, name, TextRules.NAME, to("/registeredNodes", name));
                if (time == null) {
                    item.reject(
                            RejectCode.MISSING, to("/registeredNodes", name), "The time of registration is missing");
                }
            });
        }
    }

    private void checkFlows(Item<ClientRecord> item, Map<String, String> bindings) {
        if (bindings != null) {
            bindings.forEach((name, flow) -> {
                String pointer = to("/authenticationFlowBindingOverrides", name);
                TextRules.check(item, name, TextRules.NAME, pointer);
                if (flow != null && !flow.isBlank() && realm.getAuthenticationFlowById(flow) == null) {
                    item.reject(
                            RejectCode.UNKNOWN_FLOW,
                            pointer,
                            "The realm has no authentication flow "
                                    + (flow.length() > LONGEST_NAME ? "with this id" : "`" + flow + "`")
                                    + ". Create it, or give the id of another one.");
                }
            });
        }
    }

    private void checkScopes(Item<?> item, String pointer, List<String> names) {
        for (int i = 0; names != null && i < names.size(); i++) {
            if (names.get(i) == null || !scopes.contains(names.get(i))) {
                item.reject(
                        RejectCode.UNKNOWN_CLIENT_SCOPE,
                        to(pointer, i),
                        "The realm has no client scope with this name");
            }
        }
    }
}
