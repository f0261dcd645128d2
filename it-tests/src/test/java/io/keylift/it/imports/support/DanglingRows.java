// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.support;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Rows of Keycloak's tables that refer to an object which does not exist, where no foreign key forbids it. */
public final class DanglingRows {

    private static final List<String> REFERENCES = List.of(
            "user_role_mapping.role_id keycloak_role.id",
            "group_role_mapping.role_id keycloak_role.id",
            "scope_mapping.role_id keycloak_role.id",
            "client_scope_role_mapping.role_id keycloak_role.id",
            "composite_role.child_role keycloak_role.id",
            "user_group_membership.group_id keycloak_group.id",
            "user_group_membership.user_id user_entity.id",
            "realm_default_groups.group_id keycloak_group.id",
            "keycloak_group.parent_group keycloak_group.id",
            "keycloak_group.org_id org.id",
            "keycloak_role.client client.id",
            "user_consent.client_id client.id",
            "client_scope_client.scope_id client_scope.id",
            "client_scope_client.client_id client.id",
            "default_client_scope.scope_id client_scope.id",
            "user_consent_client_scope.scope_id client_scope.id",
            "user_entity.service_account_client_link client.id",
            "identity_provider.organization_id org.id",
            "org_domain.org_id org.id",
            "org.group_id keycloak_group.id",
            "federated_identity.identity_provider identity_provider.provider_alias",
            "identity_provider_mapper.idp_alias identity_provider.provider_alias",
            "resource_server.id client.id",
            "resource_server_resource.resource_server_id resource_server.id",
            "resource_server_resource.owner user_entity.id client.id",
            "resource_server_scope.resource_server_id resource_server.id",
            "resource_server_policy.resource_server_id resource_server.id");

    private DanglingRows() {}

    /** How many there are, by the column that refers to nothing. */
    public static Map<String, Long> count(Sql sql) {
        Map<String, Long> rows = new TreeMap<>();
        for (String reference : REFERENCES) {
            String[] sides = reference.split("[. ]");
            String query = "select count(*) from %s c where trim(c.%s) <> ''".formatted(sides[0], sides[1]);
            for (int i = 2; i < sides.length; i += 2) {
                query += " and not exists (select 1 from %s p where p.%s = c.%s)"
                        .formatted(sides[i], sides[i + 1], sides[1]);
            }
            rows.put(sides[0] + "." + sides[1], sql.number(query));
        }
        return rows;
    }
}
