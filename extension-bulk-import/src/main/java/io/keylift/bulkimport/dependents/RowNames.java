// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.dependents;

import java.util.Map;

/** Keycloak's terms for the rows of its tables. */
final class RowNames {

    private static final Map<String, String> NAMES = Map.ofEntries(
            Map.entry("USER_ROLE_MAPPING", "role mapping of a user"),
            Map.entry("FED_USER_ROLE_MAPPING", "role mapping of a user"),
            Map.entry("GROUP_ROLE_MAPPING", "role mapping of a group"),
            Map.entry("SCOPE_MAPPING", "scope mapping of a client"),
            Map.entry("CLIENT_SCOPE_ROLE_MAPPING", "scope mapping of a client scope"),
            Map.entry("COMPOSITE_ROLE", "composite role"),
            Map.entry("USER_GROUP_MEMBERSHIP", "membership"),
            Map.entry("FED_USER_GROUP_MEMBERSHIP", "membership"),
            Map.entry("REALM_DEFAULT_GROUPS", "default group"),
            Map.entry("FEDERATED_IDENTITY", "link to an identity provider"),
            Map.entry("BROKER_LINK", "link to an identity provider"),
            Map.entry("CREDENTIAL", "credential of a user"),
            Map.entry("FED_USER_CREDENTIAL", "credential of a user"),
            Map.entry("USER_ATTRIBUTE", "attribute of a user"),
            Map.entry("FED_USER_ATTRIBUTE", "attribute of a user"),
            Map.entry("USER_REQUIRED_ACTION", "required action of a user"),
            Map.entry("FED_USER_REQUIRED_ACTION", "required action of a user"),
            Map.entry("USER_CONSENT", "consent"),
            Map.entry("FED_USER_CONSENT", "consent"),
            Map.entry("USER_CONSENT_CLIENT_SCOPE", "client scope of a consent"),
            Map.entry("FED_USER_CONSENT_CL_SCOPE", "client scope of a consent"),
            Map.entry("CLIENT_SCOPE_CLIENT", "client scope of a client"),
            Map.entry("DEFAULT_CLIENT_SCOPE", "default client scope"),
            Map.entry("RESOURCE_SERVER_RESOURCE", "resource"),
            Map.entry("RESOURCE_SERVER_SCOPE", "authorization scope"),
            Map.entry("RESOURCE_SERVER_POLICY", "policy"),
            Map.entry("RESOURCE_SERVER_PERM_TICKET", "permission ticket"),
            Map.entry("POLICY_CONFIG", "setting of a policy"),
            Map.entry("ASSOCIATED_POLICY", "policy of a permission"),
            Map.entry("RESOURCE_POLICY", "resource of a permission"),
            Map.entry("SCOPE_POLICY", "authorization scope of a permission"),
            Map.entry("RESOURCE_SCOPE", "authorization scope of a resource"),
            Map.entry("USER_ENTITY", "user"),
            Map.entry("KEYCLOAK_ROLE", "role"),
            Map.entry("KEYCLOAK_GROUP", "group"),
            Map.entry("CLIENT", "client"),
            Map.entry("IDENTITY_PROVIDER", "identity provider"),
            Map.entry("KEYLIFT_CAPABILITY_ASSIGNMENT", "assigned capability"),
            Map.entry("KEYLIFT_CAPABILITY_MEMBER", "member of a capability set"));

    private RowNames() {}

    /** A number of rows, such as {@code 2 role mappings of a user}. */
    static String counted(String table, long count) {
        String name = NAMES.getOrDefault(table, "row of " + table);
        int end = name.indexOf(" of ") < 0 ? name.indexOf(" to ") : name.indexOf(" of ");
        String noun = end < 0 ? name : name.substring(0, end);
        return count + " " + (count == 1 ? noun : plural(noun)) + name.substring(noun.length());
    }

    private static String plural(String noun) {
        return noun.endsWith("y") ? noun.substring(0, noun.length() - 1) + "ies" : noun + "s";
    }
}
