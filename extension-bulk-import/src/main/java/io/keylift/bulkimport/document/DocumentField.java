// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.document;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** How an import treats each field of a realm's document. */
final class DocumentField {

    private static final Set<String> OF_ANY_REALM = Set.of("realm");

    /** Read because other fields refer to it, or without use. */
    private static final Set<String> READ = Set.of(
            "realm",
            "id",
            "defaultRole",
            "defaultRoles",
            "defaultDefaultClientScopes",
            "defaultOptionalClientScopes",
            "identityProviderMappers",
            "keycloakVersion");

    /** Other fields of sections, most of them of older versions of Keycloak. */
    private static final Map<String, Section> OTHER_NAMES = Map.of(
            "applications", Section.CLIENTS,
            "oauthClients", Section.CLIENTS,
            "clientTemplates", Section.CLIENT_SCOPES,
            "clientScopeMappings", Section.SCOPE_MAPPINGS,
            "applicationScopeMappings", Section.SCOPE_MAPPINGS);

    /** Consents of users to clients up to Keycloak 3. Later versions have no place for them. */
    static final List<String> CONSENTS_TO_ROLES =
            List.of("grantedRealmRoles", "grantedClientRoles", "grantedProtocolMappers");

    private static final String CALLS = "Create them by calls of the Admin API to ";

    private static final String CONSENT = "Since Keycloak 4, users consent to client scopes";

    /** Another way to transfer fields that are no settings of the realm. */
    private static final Map<String, String> WAYS = Map.ofEntries(
            Map.entry("authenticationFlows", CALLS + "`authentication/flows`, before the import"),
            Map.entry("authenticatorConfig", CALLS + "`authentication/executions/{id}/config`"),
            Map.entry("requiredActions", CALLS + "`authentication/required-actions`, before the import"),
            Map.entry(
                    "components", CALLS + "`components`; the user profile goes to `users/profile`, before the import"),
            Map.entry(
                    "authorizationSettings",
                    "Use fine-grained admin permissions: `realm-management` of this realm is not protected"),
            Map.entry("userFederationProviders", CALLS + "`components`"),
            Map.entry("userFederationMappers", CALLS + "`components`"),
            Map.entry("ifResourceExists", "Use the parameter `ifExists`"),
            Map.entry("grantedRealmRoles", CONSENT),
            Map.entry("grantedClientRoles", CONSENT),
            Map.entry("grantedProtocolMappers", CONSENT),
            Map.entry("defaultGroups", CALLS + "`default-groups/{id}`, after the import"),
            Map.entry("localizationTexts", CALLS + "`localization/{locale}`"),
            Map.entry("clientProfiles", CALLS + "`client-policies/profiles`"),
            Map.entry("clientPolicies", CALLS + "`client-policies/policies`"),
            Map.entry("federatedUsers", "They are data of users of a user storage, which an import cannot reach"));

    private static final String SETTING = "Set it by `PUT /admin/realms/{realm}`, before the import";

    private DocumentField() {}

    /** Whether an object with these fields is a document of a realm or a part of one. */
    static boolean namesRealm(Set<String> fields) {
        return fields.stream().anyMatch(field -> OF_ANY_REALM.contains(field) || Section.BY_FIELD.containsKey(field));
    }

    static boolean isRead(String field) {
        return READ.contains(field) || section(field) != null;
    }

    private static Section section(String field) {
        return Section.BY_FIELD.getOrDefault(field, OTHER_NAMES.get(field));
    }

    /** Whether the field is one of the many settings of a realm. */
    static boolean isSetting(String field) {
        return !isRead(field) && !WAYS.containsKey(field);
    }

    /** How to transfer fields that an import ignores. */
    static String way(String field) {
        return WAYS.getOrDefault(field, SETTING);
    }

    /** For the documentation: the treatment of a field, in one line. */
    static String described(String field) {
        Section section = section(field);
        if (section != null) {
            return "`" + section.kind + "`";
        }
        return isRead(field) ? "read" : "not imported: " + way(field);
    }

    static String names(Set<String> fields) {
        return fields.stream().map(field -> "`" + field + "`").collect(Collectors.joining(", "));
    }
}
