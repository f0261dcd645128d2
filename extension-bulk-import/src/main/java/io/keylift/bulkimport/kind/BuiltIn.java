// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind;

import java.util.Set;
import org.keycloak.models.Constants;

/** Names of the objects that Keycloak creates with a realm. */
public final class BuiltIn {

    private static final Set<String> REALM_ROLES =
            Set.of(Constants.OFFLINE_ACCESS_ROLE, Constants.AUTHZ_UMA_AUTHORIZATION);

    private static final Set<String> CLIENT_SCOPES = Set.of(
            "acr",
            "address",
            "AuthnContextClassRef",
            "basic",
            "delegation",
            "email",
            "microprofile-jwt",
            "offline_access",
            "organization",
            "phone",
            "profile",
            "role_list",
            "roles",
            "saml_organization",
            "service_account",
            "web-origins");

    /** One for each format of credentials. */
    private static final String CREDENTIAL_SCOPES = "oid4vc_natural_person";

    private BuiltIn() {}

    public static boolean isRealmRole(String name) {
        return REALM_ROLES.contains(name);
    }

    public static boolean isClientScope(String name) {
        return CLIENT_SCOPES.contains(name) || name.startsWith(CREDENTIAL_SCOPES);
    }

    /** Whether each realm has a client of this clientId. */
    public static boolean isClient(String clientId) {
        return Constants.defaultClients.contains(clientId);
    }
}
