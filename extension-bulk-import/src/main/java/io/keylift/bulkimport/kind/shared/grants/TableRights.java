// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.shared.grants;

import static io.keylift.bulkimport.kind.shared.grants.Right.ADD_OR_MANAGE_CLIENT;
import static io.keylift.bulkimport.kind.shared.grants.Right.ADD_OR_MANAGE_SERVER;
import static io.keylift.bulkimport.kind.shared.grants.Right.ADD_USER;
import static io.keylift.bulkimport.kind.shared.grants.Right.ASSIGN_CAPABILITIES;
import static io.keylift.bulkimport.kind.shared.grants.Right.COMPOSE_ROLE;
import static io.keylift.bulkimport.kind.shared.grants.Right.MANAGE_CLIENT;
import static io.keylift.bulkimport.kind.shared.grants.Right.MANAGE_CLIENT_SCOPES;
import static io.keylift.bulkimport.kind.shared.grants.Right.MANAGE_GROUP;
import static io.keylift.bulkimport.kind.shared.grants.Right.MANAGE_IDENTITY_PROVIDERS;
import static io.keylift.bulkimport.kind.shared.grants.Right.MANAGE_REALM;
import static io.keylift.bulkimport.kind.shared.grants.Right.MANAGE_ROLE;
import static io.keylift.bulkimport.kind.shared.grants.Right.MANAGE_SERVER;
import static io.keylift.bulkimport.kind.shared.grants.Right.MANAGE_SERVER_OF_POLICY;
import static io.keylift.bulkimport.kind.shared.grants.Right.MANAGE_SERVER_OF_RESOURCE;
import static io.keylift.bulkimport.kind.shared.grants.Right.MANAGE_USER;
import static io.keylift.bulkimport.kind.shared.grants.Right.MANAGE_USER_OF_CONSENT;
import static io.keylift.bulkimport.kind.shared.grants.Right.MAP_ROLE;
import static io.keylift.bulkimport.kind.shared.grants.Right.MAP_ROLES_TO_USER;
import static io.keylift.bulkimport.kind.shared.grants.Right.MEMBERSHIP;
import static io.keylift.bulkimport.kind.shared.grants.Right.NONE;
import static io.keylift.bulkimport.kind.shared.grants.Right.PART;
import static io.keylift.bulkimport.kind.shared.grants.Right.SCOPE_ROLE;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** The rights that a row of each table requires, all of its list. A row of any other table is never granted. */
final class TableRights {

    private static final List<Needed> UNKNOWN = List.of(new Needed(NONE, null));

    private final Map<String, List<Needed>> tables = new HashMap<>();

    /**
     * A right on the object that a column names.
     *
     * @param column name of the column in capitals; {@code null} if the right has no object, or if the object is the
     *     row
     */
    record Needed(Right right, String column) {}

    TableRights() {
        partsOfObjects();
        ofUsers();
        ofRolesAndGroups();
        ofClients();
        ofAuthorization();
        ofCapabilities();
        ofNoObject();
    }

    List<Needed> of(String table) {
        return tables.getOrDefault(table, UNKNOWN);
    }

    /** The tables whose rights are known, in capitals. */
    Set<String> names() {
        return tables.keySet();
    }

    private void partsOfObjects() {
        all(
                PART,
                "CLIENT",
                "CLIENT_ATTRIBUTES",
                "CLIENT_AUTH_FLOW_BINDINGS",
                "CLIENT_NODE_REGISTRATIONS",
                "REDIRECT_URIS",
                "WEB_ORIGINS",
                "PROTOCOL_MAPPER",
                "PROTOCOL_MAPPER_CONFIG",
                "CLIENT_SCOPE",
                "CLIENT_SCOPE_ATTRIBUTES",
                "KEYCLOAK_ROLE",
                "ROLE_ATTRIBUTE",
                "KEYCLOAK_GROUP",
                "GROUP_ATTRIBUTE",
                "ORG",
                "ORG_DOMAIN",
                "ORG_INVITATION");
        // A removed organization leaves its identity providers without a link.
        all(
                MANAGE_IDENTITY_PROVIDERS,
                "IDENTITY_PROVIDER",
                "IDENTITY_PROVIDER_CONFIG",
                "IDENTITY_PROVIDER_MAPPER",
                "IDP_MAPPER_CONFIG");
    }

    private void ofUsers() {
        table("USER_ENTITY", needed(ADD_USER, null));
        Stream.of(
                        "USER_ATTRIBUTE",
                        "USER_REQUIRED_ACTION",
                        "CREDENTIAL",
                        "FEDERATED_IDENTITY",
                        "BROKER_LINK",
                        "USER_CONSENT",
                        "USER_VER_CREDENTIAL",
                        "ISSUED_VER_CREDENTIAL",
                        "FED_USER_ATTRIBUTE",
                        "FED_USER_REQUIRED_ACTION",
                        "FED_USER_CREDENTIAL",
                        "FED_USER_CONSENT",
                        "FED_USER_VER_CREDENTIAL",
                        "FED_ISSUED_VER_CREDENTIAL")
                .forEach(table -> table(table, needed(MANAGE_USER, "USER_ID")));
        table("FEDERATED_USER", needed(MANAGE_USER, "ID"));
        Stream.of("USER_CONSENT_CLIENT_SCOPE", "FED_USER_CONSENT_CL_SCOPE")
                .forEach(table -> table(table, needed(MANAGE_USER_OF_CONSENT, "USER_CONSENT_ID")));
        Stream.of("USER_ROLE_MAPPING", "FED_USER_ROLE_MAPPING")
                .forEach(table -> table(table, needed(MAP_ROLES_TO_USER, "USER_ID"), needed(MAP_ROLE, "ROLE_ID")));
        all(MEMBERSHIP, "USER_GROUP_MEMBERSHIP", "FED_USER_GROUP_MEMBERSHIP");
        table("WORKFLOW_STATE", needed(MANAGE_REALM, null));
    }

    private void ofRolesAndGroups() {
        table("COMPOSITE_ROLE", needed(MANAGE_ROLE, "COMPOSITE"), needed(COMPOSE_ROLE, "CHILD_ROLE"));
        table("GROUP_ROLE_MAPPING", needed(MANAGE_GROUP, "GROUP_ID"), needed(MAP_ROLE, "ROLE_ID"));
        table("REALM_DEFAULT_GROUPS", needed(MANAGE_REALM, null));
    }

    private void ofClients() {
        table("CLIENT_SCOPE_CLIENT", needed(ADD_OR_MANAGE_CLIENT, "CLIENT_ID"));
        table("SCOPE_MAPPING", needed(MANAGE_CLIENT, "CLIENT_ID"), needed(SCOPE_ROLE, "ROLE_ID"));
        table("CLIENT_SCOPE_ROLE_MAPPING", needed(MANAGE_CLIENT_SCOPES, null), needed(SCOPE_ROLE, "ROLE_ID"));
        table("DEFAULT_CLIENT_SCOPE", needed(MANAGE_CLIENT_SCOPES, null));
    }

    private void ofAuthorization() {
        table("RESOURCE_SERVER", needed(ADD_OR_MANAGE_SERVER, "ID"));
        Stream.of(
                        "RESOURCE_SERVER_POLICY",
                        "RESOURCE_SERVER_RESOURCE",
                        "RESOURCE_SERVER_SCOPE",
                        "RESOURCE_SERVER_PERM_TICKET")
                .forEach(table -> table(table, needed(MANAGE_SERVER, "RESOURCE_SERVER_ID")));
        Stream.of("POLICY_CONFIG", "ASSOCIATED_POLICY", "RESOURCE_POLICY", "SCOPE_POLICY")
                .forEach(table -> table(table, needed(MANAGE_SERVER_OF_POLICY, "POLICY_ID")));
        Stream.of("RESOURCE_SCOPE", "RESOURCE_URIS", "RESOURCE_ATTRIBUTE")
                .forEach(table -> table(table, needed(MANAGE_SERVER_OF_RESOURCE, "RESOURCE_ID")));
    }

    private void ofCapabilities() {
        table("KEYLIFT_CAPABILITY_ASSIGNMENT", needed(ASSIGN_CAPABILITIES, "HOLDER_ID"));
        // Lock and revision of the assignments.
        all(PART, "KEYLIFT_CAPABILITY_HOLDER");
        all(
                MANAGE_REALM,
                "KEYLIFT_CAPABILITY",
                "KEYLIFT_CAPABILITY_MEMBER",
                "KEYLIFT_CAPABILITY_EXPANSION",
                "KEYLIFT_CAPABILITY_SOURCE");
    }

    /** Rows of the realm, its storages, flows and events, of sessions, and of the server. */
    private void ofNoObject() {
        all(
                NONE,
                "ADMIN_EVENT_ENTITY",
                "AUTHENTICATION_EXECUTION",
                "AUTHENTICATION_FLOW",
                "AUTHENTICATOR_CONFIG",
                "AUTHENTICATOR_CONFIG_ENTRY",
                "AUTH_SESSION",
                "CLIENT_INITIAL_ACCESS",
                "CLUSTER_EVENT",
                "COMPONENT",
                "COMPONENT_CONFIG",
                "EVENT_ENTITY",
                "JGROUPS_PING",
                "LOGIN_FAILURE",
                "MIGRATION_MODEL",
                "OFFLINE_CLIENT_SESSION",
                "OFFLINE_USER_SESSION",
                "OUTBOX_ENTRY",
                "REALM",
                "REALM_ATTRIBUTE",
                "REALM_ENABLED_EVENT_TYPES",
                "REALM_EVENTS_LISTENERS",
                "REALM_LOCALIZATIONS",
                "REALM_REQUIRED_CREDENTIAL",
                "REALM_SMTP_CONFIG",
                "REALM_SUPPORTED_LOCALES",
                "REQUIRED_ACTION_CONFIG",
                "REQUIRED_ACTION_PROVIDER",
                "REVOKED_TOKEN",
                "ROOT_AUTH_SESSION",
                "SERVER_CONFIG",
                "SINGLE_USE_OBJECT",
                "USER_FEDERATION_CONFIG",
                "USER_FEDERATION_MAPPER",
                "USER_FEDERATION_MAPPER_CONFIG",
                "USER_FEDERATION_PROVIDER",
                "KEYLIFT_CAPABILITY_CATALOG");
    }

    private void all(Right right, String... names) {
        Stream.of(names).forEach(name -> table(name, needed(right, null)));
    }

    private void table(String name, Needed... rights) {
        tables.put(name, List.of(rights));
    }

    private static Needed needed(Right right, String column) {
        return new Needed(right, column);
    }
}
