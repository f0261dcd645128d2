// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.input;

import java.util.List;
import java.util.Random;

/** Users with one invalid field. */
final class BadUsers extends BadFields {

    BadUsers(Random random) {
        super(random, "username");
        wrongTypes();
        references();
        values();
        unstorable();
        fields();
    }

    private void wrongTypes() {
        for (String text : List.of("username", "email", "firstName", "lastName", "id", "federationLink")) {
            for (String value : List.of("{}", "[]", "{\"a\":1}", "[\"a\",\"b\"]", "[[]]")) {
                add(text, value, "wrong_type", "/" + text);
            }
        }
        for (String flag : List.of("enabled", "emailVerified")) {
            for (String value : List.of("\"maybe\"", "{}", "[]", "[true]", "\"yes\"", "1.5")) {
                add(flag, value, "wrong_type", "/" + flag);
            }
        }
        for (String number : List.of("createdTimestamp", "notBefore")) {
            for (String value : List.of("\"soon\"", "{}", "[]", "true", "99999999999999999999", "1e400")) {
                add(number, value, "wrong_type", "/" + number);
            }
        }
        for (String list : List.of("realmRoles", "groups", "requiredActions")) {
            for (String value : List.of("{}", "{\"a\":1}", "[{}]", "[[\"a\"]]", "[\"auditor\",{}]")) {
                add(list, value, "wrong_type", "/" + list);
            }
        }
        for (String list : List.of("credentials", "federatedIdentities", "organizations")) {
            for (String value : List.of("\"a\"", "1", "true", "[\"a\"]", "[[]]", "[{},1]")) {
                add(list, value, "wrong_type", "/" + list);
            }
        }
        for (String map : List.of("attributes", "clientRoles")) {
            for (String value :
                    List.of("\"a\"", "1", "true", "[]", "[{}]", "{\"a\":{}}", "{\"a\":[{}]}", "{\"a\":[[]]}")) {
                add(map, value, "wrong_type", "/" + map);
            }
        }
        add(
                "organizations",
                "[{\"alias\":\"acme\",\"membershipType\":\"OWNED\"}]",
                "wrong_type",
                "/organizations/0/membershipType");
        add("organizations", "[{\"alias\":{}}]", "wrong_type", "/organizations/0/alias");
        add("credentials", "[{\"type\":[]}]", "wrong_type", "/credentials/0/type");
        add("credentials", "[{\"temporary\":\"maybe\"}]", "wrong_type", "/credentials/0/temporary");
    }

    private void references() {
        add("realmRoles", "[\"auditor\",\"no-such-role\"]", "unknown_role", "/realmRoles/1");
        add("realmRoles", "[\"\\\"; drop table user_entity; --\"]", "unknown_role", "/realmRoles/0");
        add("clientRoles", "{\"account\":[\"no-such-role\"]}", "unknown_role", "/clientRoles/account/0");
        add("clientRoles", "{\"no-such-client\":[\"a\"]}", "unknown_client", "/clientRoles/no-such-client");
        add("clientRoles", "{\"a/b~c\":[\"a\"]}", "unknown_client", "/clientRoles/a~1b~0c");
        add("groups", "[\"/no/such/group\"]", "unknown_group", "/groups/0");
        add("groups", "[\"/\"]", "unknown_group", "/groups/0");
        add("organizations", "[{\"alias\":\"no-such-organization\"}]", "unknown_organization", "/organizations/0");
        add("organizations", "[{\"id\":\"no-such-id\"}]", "unknown_organization", "/organizations/0");
        add("organizations", "{\"alias\":\"acme\",\"id\":\"of-another\"}", "unknown_organization", "/organizations/0");
        add(
                "federatedIdentities",
                "[{\"identityProvider\":\"no-such-provider\",\"userId\":\"NAME\",\"userName\":\"a\"}]",
                "unknown_identity_provider",
                "/federatedIdentities/0");
        add("requiredActions", "[\"NO_SUCH_ACTION\"]", "unknown_required_action", "/requiredActions/0");
        add("federationLink", "\"no-such-storage\"", "invalid", "/federationLink");
    }

    private void values() {
        add("username", "\"\"", "missing", "/username");
        add("username", "\"   \"", "missing", "/username");
        add("username", "null", "missing", "/username");
        add("username", "\"ab\"", "invalid", "/username");
        add("username", "\"with<brackets>\"", "invalid", "/username");
        add("username", "\"NAME\\u0007\"", "invalid", "/username");
        add("username", "\"" + "x".repeat(300) + "\"", "too_long", "/username");
        for (String email : List.of("no-address", "@bad.example", "NAME@", "a b@bad.example", "NAME@bad..example")) {
            add("email", "\"" + email + "\"", "invalid", "/email");
        }
        add("email", "\"" + "x".repeat(300) + "@bad.example\"", "too_long", "/email");
        add("firstName", "\"" + "x".repeat(256) + "\"", "too_long", "/firstName");
        add("lastName", "\"<script>\"", "invalid", "/lastName");
        add("id", "\"" + "x".repeat(37) + "\"", "invalid", "/id");
        add("id", "\"with blank\"", "invalid", "/id");
        add("id", "\"\"", "invalid", "/id");
        add("attributes", "{\"not-in-the-profile\":[\"a\"]}", "unwritable_attribute", "/attributes/not-in-the-profile");
        add("attributes", "{\"" + "x".repeat(300) + "\":[\"a\"]}", "too_long", "/attributes/x");
        add("attributes", "{\"jobTitle\":[\"" + "x".repeat(256) + "\"]}", "too_long", "/attributes/jobTitle");
        add("credentials", "[{\"type\":\"password\",\"value\":\"short\"}]", "password_policy", "/credentials/0");
        add("credentials", "[{\"type\":\"password\"}]", "missing", "/credentials/0");
        add("credentials", "[null]", "missing", "/credentials/0");
        add("credentials", "[{}]", "invalid", "/credentials/0/type");
        add(
                "credentials",
                "[{\"type\":\"spell\",\"secretData\":\"{}\",\"credentialData\":\"{}\"}]",
                "invalid",
                "/credentials/0/type");
        add(
                "credentials",
                "[{\"type\":\"password\",\"secretData\":\"{\",\"credentialData\":\"}\"}]",
                "invalid",
                "/credentials/0");
        add("realmRoles", "[null]", "missing", "/realmRoles/0");
        add("realmRoles", "[\"\"]", "missing", "/realmRoles/0");
        add("groups", "[\" \"]", "missing", "/groups/0");
        add("organizations", "[{}]", "missing", "/organizations/0/alias");
        add("organizations", "[null]", "missing", "/organizations/0/alias");
        add("federatedIdentities", "[{\"userId\":\"1\"}]", "missing", "/federatedIdentities/0/identityProvider");
        add("federatedIdentities", "[{\"identityProvider\":\"a\"}]", "missing", "/federatedIdentities/0/userId");
    }

    private void unstorable() {
        add("attributes", "{\"a" + NUL + "\":[\"a\"]}", "invalid", "/attributes/a");
        add("clientRoles", "{\"a" + NUL + "\":[\"a\"]}", "invalid", "/clientRoles/a");
        add("a" + NUL, "1", "unknown_field", "/a");
        for (String text : UNSTORABLE) {
            for (String field : List.of("username", "email", "firstName", "lastName", "id")) {
                add(field, "\"" + text + "\"", "invalid", "/" + field);
            }
            add("attributes", "{\"jobTitle\":[\"" + text + "\"]}", "invalid", "/attributes/jobTitle");
            add("realmRoles", "[\"" + text + "\"]", "invalid", "/realmRoles/0");
            add("groups", "[\"/" + text + "\"]", "invalid", "/groups/0");
            add("clientRoles", "{\"account\":[\"" + text + "\"]}", "invalid", "/clientRoles/account/0");
            add("organizations", "[{\"alias\":\"" + text + "\"}]", "invalid", "/organizations/0/alias");
        }
    }

    private void fields() {
        for (String field :
                List.of("usrname", "Username", "user-name", "", "realm", "password", "a/b", "__proto__", "draft")) {
            add(field, "\"a\"", "unknown_field", "/");
        }
        // Keycloak's representation shows it in code alone.
        add("rawAttributes", "{}", "unknown_field", "/rawAttributes");
        add("organizations", "[{\"alias\":\"acme\",\"role\":\"a\"}]", "unknown_field", "/organizations/0/role");
        add("credentials", "[{\"secret\":\"a\"}]", "unknown_field", "/credentials/0/secret");
        add("serviceAccountClientId", "\"account\"", "unknown_client", "/serviceAccountClientId");
        add("clientConsents", "[{\"clientId\":\"none\"}]", "unknown_client", "/clientConsents/0/clientId");
        add(
                "organizations",
                "[{\"alias\":\"acme\",\"departments\":[\"/a\"]}]",
                "unknown_department",
                "/organizations/0/departments/0");
    }
}
