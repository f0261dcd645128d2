// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.removal;

import static org.assertj.core.api.Assertions.assertThat;

import io.keylift.it.OnSharedServer;
import io.keylift.it.SharedServer;
import io.keylift.it.imports.support.Sql;
import org.junit.jupiter.api.Test;

/**
 * Law 5 for tables that Keycloak adds: a removal of many objects together deletes the rows that refer to them by name
 * of their tables, so it must know each of these tables.
 */
@OnSharedServer
class ReferringColumnsIT {

    /** Events stay. Keycloak's model of the realm removes default groups, and the database removes invitations. */
    private static final String KNOWN = """
            broker_link.identity_provider
            broker_link.user_id
            client.client_id
            client_attributes.client_id
            client_auth_flow_bindings.client_id
            client_node_registrations.client_id
            client_scope_attributes.scope_id
            client_scope_client.client_id
            client_scope_client.scope_id
            client_scope_role_mapping.role_id
            client_scope_role_mapping.scope_id
            composite_role.child_role
            composite_role.composite
            credential.user_id
            default_client_scope.scope_id
            event_entity.client_id
            event_entity.user_id
            fed_issued_ver_credential.client_id
            fed_issued_ver_credential.user_id
            fed_user_attribute.user_id
            fed_user_consent.client_id
            fed_user_consent.user_id
            fed_user_consent_cl_scope.scope_id
            fed_user_credential.user_id
            fed_user_group_membership.group_id
            fed_user_group_membership.user_id
            fed_user_required_action.user_id
            fed_user_role_mapping.role_id
            fed_user_role_mapping.user_id
            fed_user_ver_credential.client_scope_id
            fed_user_ver_credential.user_id
            federated_identity.identity_provider
            federated_identity.user_id
            group_attribute.group_id
            group_role_mapping.group_id
            group_role_mapping.role_id
            identity_provider.organization_id
            identity_provider_config.identity_provider_id
            identity_provider_mapper.idp_alias
            issued_ver_credential.client_id
            issued_ver_credential.user_id
            keycloak_group.org_id
            keycloak_group.parent_group
            keycloak_role.client
            login_failure.user_id
            offline_client_session.client_id
            offline_user_session.user_id
            org.group_id
            org_domain.org_id
            org_invitation.organization_id
            protocol_mapper.client_id
            protocol_mapper.client_scope_id
            realm_default_groups.group_id
            redirect_uris.client_id
            resource_attribute.resource_id
            resource_policy.resource_id
            resource_scope.resource_id
            resource_scope.scope_id
            resource_server_perm_ticket.resource_id
            resource_server_perm_ticket.resource_server_id
            resource_server_perm_ticket.scope_id
            resource_server_policy.resource_server_id
            resource_server_resource.resource_server_id
            resource_server_scope.resource_server_id
            resource_uris.resource_id
            role_attribute.role_id
            scope_mapping.client_id
            scope_mapping.role_id
            scope_policy.scope_id
            user_attribute.user_id
            user_consent.client_id
            user_consent.user_id
            user_consent_client_scope.scope_id
            user_entity.service_account_client_link
            user_group_membership.group_id
            user_group_membership.user_id
            user_required_action.user_id
            user_role_mapping.role_id
            user_role_mapping.user_id
            user_ver_credential.client_scope_id
            user_ver_credential.user_id
            web_origins.client_id
            workflow_state.resource_id
            """;

    private static final String COLUMNS = """
            select c.conrelid::regclass::text || '.' || a.attname as referrer
            from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = any(c.conkey)
            where c.contype = 'f' and c.confrelid = any (array['user_entity'::regclass, 'keycloak_group'::regclass,
                'keycloak_role'::regclass, 'org'::regclass, 'client'::regclass, 'client_scope'::regclass,
                'identity_provider'::regclass, 'resource_server'::regclass])
            union
            select table_name || '.' || column_name from information_schema.columns
            where table_schema = 'public' and table_name not like 'keylift%' and column_name in
                ('user_id', 'group_id', 'parent_group', 'role_id', 'child_role', 'composite', 'org_id',
                'organization_id', 'resource_id', 'client_id', 'client', 'client_scope_id', 'scope_id',
                'service_account_client_link', 'identity_provider', 'idp_alias')
            order by referrer""";

    @Test
    void law5_eachTableThatRefersToRemovedObjectsIsKnown(SharedServer server) {
        try (Sql sql = new Sql(server.database())) {
            assertThat(sql.strings(COLUMNS))
                    .containsExactlyInAnyOrder(KNOWN.strip().split("\\s+"));
        }
    }
}
