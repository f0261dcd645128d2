// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.dependents;

import io.keylift.bulkimport.dependents.Reference.Scope;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** References in Keycloak's tables, and in ours, for which the database has no foreign key. */
final class References {

    private static final String ROLE = "KEYCLOAK_ROLE.ID";
    private static final String GROUP = "KEYCLOAK_GROUP.ID";
    private static final String USER = "USER_ENTITY.ID";
    private static final String CLIENT = "CLIENT.ID";
    private static final String CLIENT_SCOPE = "CLIENT_SCOPE.ID";
    private static final String ORGANIZATION = "ORG.ID";
    private static final String ALIAS = "IDENTITY_PROVIDER.PROVIDER_ALIAS";
    private static final String CAPABILITY = "KEYLIFT_CAPABILITY.ID";

    private static final List<Reference> WITHOUT_CONSTRAINT = all();

    /**
     * Rows whose owner may be removed because of the object to which they refer.
     *
     * @param table table of the rows
     * @param via column by which the row was found
     * @param column column that names the owner
     * @param owners table of the owner
     * @param condition SQL condition on the row, or {@code null}
     * @param ownerCondition SQL condition on the owner, or {@code null}
     */
    record Upwards(String table, String via, String column, String owners, String condition, String ownerCondition) {}

    /** Policies are removed with the last object that they protect, and managed members with their organization. */
    private static final List<Upwards> UPWARDS = List.of(
            new Upwards("RESOURCE_POLICY", "RESOURCE_ID", "POLICY_ID", "RESOURCE_SERVER_POLICY", null, null),
            new Upwards("SCOPE_POLICY", "SCOPE_ID", "POLICY_ID", "RESOURCE_SERVER_POLICY", null, null),
            new Upwards("ASSOCIATED_POLICY", "ASSOCIATED_POLICY_ID", "POLICY_ID", "RESOURCE_SERVER_POLICY", null, null),
            new Upwards(
                    "ASSOCIATED_POLICY",
                    "POLICY_ID",
                    "ASSOCIATED_POLICY_ID",
                    "RESOURCE_SERVER_POLICY",
                    null,
                    "OWNER IS NOT NULL"),
            new Upwards("RESOURCE_SERVER_PERM_TICKET", null, "POLICY_ID", "RESOURCE_SERVER_POLICY", null, null),
            new Upwards(
                    "USER_GROUP_MEMBERSHIP", "GROUP_ID", "USER_ID", "USER_ENTITY", "MEMBERSHIP_TYPE=MANAGED", null));

    private References() {}

    private static List<Reference> all() {
        List<Reference> all = new ArrayList<>();
        add(
                all,
                ROLE,
                "USER_ROLE_MAPPING.ROLE_ID",
                "GROUP_ROLE_MAPPING.ROLE_ID",
                "SCOPE_MAPPING.ROLE_ID",
                "CLIENT_SCOPE_ROLE_MAPPING.ROLE_ID",
                "FED_USER_ROLE_MAPPING.ROLE_ID");
        add(
                all,
                GROUP,
                "USER_GROUP_MEMBERSHIP.GROUP_ID",
                "FED_USER_GROUP_MEMBERSHIP.GROUP_ID",
                "REALM_DEFAULT_GROUPS.GROUP_ID");
        add(
                all,
                USER,
                "FED_USER_ATTRIBUTE.USER_ID",
                "FED_USER_CONSENT.USER_ID",
                "FED_USER_CREDENTIAL.USER_ID",
                "FED_USER_GROUP_MEMBERSHIP.USER_ID",
                "FED_USER_REQUIRED_ACTION.USER_ID",
                "FED_USER_ROLE_MAPPING.USER_ID",
                "FED_USER_VER_CREDENTIAL.USER_ID",
                "FED_ISSUED_VER_CREDENTIAL.USER_ID",
                "FEDERATED_USER.ID",
                "BROKER_LINK.USER_ID",
                "WORKFLOW_STATE.RESOURCE_ID",
                "RESOURCE_SERVER_RESOURCE.OWNER",
                "RESOURCE_SERVER_PERM_TICKET.OWNER",
                "RESOURCE_SERVER_PERM_TICKET.REQUESTER",
                "RESOURCE_SERVER_POLICY.OWNER");
        add(
                all,
                CLIENT,
                "KEYCLOAK_ROLE.CLIENT",
                "CLIENT_SCOPE_CLIENT.CLIENT_ID",
                "CLIENT_AUTH_FLOW_BINDINGS.CLIENT_ID",
                "USER_CONSENT.CLIENT_ID",
                "FED_USER_CONSENT.CLIENT_ID",
                "RESOURCE_SERVER.ID");
        add(
                all,
                CLIENT_SCOPE,
                "CLIENT_SCOPE_CLIENT.SCOPE_ID",
                "DEFAULT_CLIENT_SCOPE.SCOPE_ID",
                "USER_CONSENT_CLIENT_SCOPE.SCOPE_ID",
                "FED_USER_CONSENT_CL_SCOPE.SCOPE_ID");
        add(all, ORGANIZATION, "ORG_DOMAIN.ORG_ID", "IDENTITY_PROVIDER.ORGANIZATION_ID", "KEYCLOAK_GROUP.ORG_ID");
        add(all, "PROTOCOL_MAPPER.ID", "PROTOCOL_MAPPER_CONFIG.PROTOCOL_MAPPER_ID");
        add(all, "IDENTITY_PROVIDER_MAPPER.ID", "IDP_MAPPER_CONFIG.IDP_MAPPER_ID");
        add(all, "FED_USER_CONSENT.ID", "FED_USER_CONSENT_CL_SCOPE.USER_CONSENT_ID");
        add(
                all,
                "RESOURCE_SERVER.ID",
                "RESOURCE_SERVER_RESOURCE.RESOURCE_SERVER_ID",
                "RESOURCE_SERVER_RESOURCE.OWNER",
                "RESOURCE_SERVER_SCOPE.RESOURCE_SERVER_ID",
                "RESOURCE_SERVER_POLICY.RESOURCE_SERVER_ID",
                "RESOURCE_SERVER_PERM_TICKET.OWNER");
        // Expansions are computed anew when a capability or a set is added.
        add(all, CAPABILITY, "KEYLIFT_CAPABILITY_ASSIGNMENT.CAPABILITY_ID", "KEYLIFT_CAPABILITY_MEMBER.SET_ID");
        Stream.of(
                        "FEDERATED_IDENTITY.IDENTITY_PROVIDER",
                        "BROKER_LINK.IDENTITY_PROVIDER",
                        "IDENTITY_PROVIDER_MAPPER.IDP_ALIAS")
                .forEach(column -> all.add(Reference.of(column, ALIAS, Scope.REALM)));
        // These ids are unique, but the indexes begin with the realm, or with the type.
        all.add(Reference.of("KEYCLOAK_GROUP.PARENT_GROUP", GROUP, Scope.REALM));
        all.add(Reference.of("USER_ENTITY.SERVICE_ACCOUNT_CLIENT_LINK", CLIENT, Scope.REALM));
        Map.of(ROLE, "ROLE", USER, "USER").forEach((parent, type) -> {
            String ofType = "TYPE = '" + type + "'";
            all.add(Reference.of("KEYLIFT_CAPABILITY_HOLDER.ID", parent, Scope.ALWAYS, ofType));
            all.add(Reference.of("KEYLIFT_CAPABILITY_ASSIGNMENT.HOLDER_ID", parent, Scope.ALWAYS, "HOLDER_" + ofType));
        });
        // Resources of fine-grained admin permissions have the id of their object as their name.
        Stream.of(ROLE, GROUP, USER, CLIENT, ORGANIZATION)
                .forEach(parent -> all.add(Reference.of("RESOURCE_SERVER_RESOURCE.NAME", parent, Scope.SOMETIMES)));
        all.add(Reference.of("KEYLIFT_CAPABILITY_SOURCE.CLIENT_ID", CLIENT, Scope.SOMETIMES));
        return List.copyOf(all);
    }

    private static void add(List<Reference> all, String parent, String... columns) {
        Stream.of(columns).forEach(column -> all.add(Reference.of(column, parent)));
    }

    static List<Reference> withoutConstraint() {
        return WITHOUT_CONSTRAINT;
    }

    static List<Upwards> upwards(String table) {
        return UPWARDS.stream().filter(edge -> edge.table().equals(table)).toList();
    }
}
