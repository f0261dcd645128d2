// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.shared.reference;

import io.keylift.bulkimport.kind.spi.ImportContext;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.keycloak.events.admin.OperationType;
import org.keycloak.events.admin.ResourceType;
import org.keycloak.models.ClientModel;
import org.keycloak.models.RoleModel;
import org.keycloak.models.UserModel;
import org.keycloak.representations.idm.RoleRepresentation;

/** The events of added and removed role mappings of users and groups, and of roles in the scopes of clients. */
public final class RoleMappingEvents {

    private RoleMappingEvents() {}

    /** Notifies the listeners of Keycloak's model about the roles of a user. */
    public static void tell(ImportContext context, UserModel user, List<KnownRole> revoked, List<KnownRole> granted) {
        revoked.forEach(role -> RoleModel.RoleRevokedEvent.fire(role.model(context), user, context.session()));
        granted.forEach(role -> RoleModel.RoleGrantedEvent.fire(role.model(context), user, context.session()));
    }

    /**
     * Fires the admin events: one for the roles of the realm, and one for each client.
     *
     * @param subject path of the user or group
     */
    public static void fire(ImportContext context, OperationType operation, String subject, List<KnownRole> roles) {
        fire(
                context,
                operation,
                subject + "/role-mappings/",
                ResourceType.REALM_ROLE_MAPPING,
                ResourceType.CLIENT_ROLE_MAPPING,
                roles);
    }

    /** Sends the events for roles whose ids alone are known. */
    public static void fireOfIds(
            ImportContext context, OperationType operation, String subject, Collection<String> ids) {
        fire(
                context,
                operation,
                subject,
                ids.stream()
                        .map(id -> context.session().roles().getRoleById(context.realm(), id))
                        .filter(Objects::nonNull)
                        .map(RoleMappingEvents::known)
                        .toList());
    }

    private static KnownRole known(RoleModel role) {
        KnownClient client = role.getContainer() instanceof ClientModel owner
                ? new KnownClient(owner.getId(), owner.getClientId())
                : null;
        return new KnownRole(role.getId(), role.getName(), client);
    }

    /**
     * Fires the admin events of roles in the scope of a client or client scope.
     *
     * @param owner path of the client or client scope
     */
    public static void fireOfScope(
            ImportContext context, OperationType operation, String owner, List<KnownRole> roles) {
        fire(
                context,
                operation,
                owner + "/scope-mappings/",
                ResourceType.REALM_SCOPE_MAPPING,
                ResourceType.CLIENT_SCOPE_MAPPING,
                roles);
    }

    private static void fire(
            ImportContext context,
            OperationType operation,
            String path,
            ResourceType ofRealmRoles,
            ResourceType ofClientRoles,
            List<KnownRole> roles) {
        List<KnownRole> ofRealm =
                roles.stream().filter(role -> role.client() == null).toList();
        fire(context, ofRealmRoles, operation, path + "realm", ofRealm);
        Map<String, List<KnownRole>> byClient = roles.stream()
                .filter(role -> role.client() != null)
                .collect(Collectors.groupingBy(role -> role.client().id(), LinkedHashMap::new, Collectors.toList()));
        byClient.forEach(
                (client, ofClient) -> fire(context, ofClientRoles, operation, path + "clients/" + client, ofClient));
    }

    private static void fire(
            ImportContext context, ResourceType type, OperationType operation, String path, List<KnownRole> roles) {
        if (!roles.isEmpty()) {
            context.adminEvent()
                    .resource(type)
                    .operation(operation)
                    .resourcePath(path)
                    .representation(roles.stream().map(RoleMappingEvents::brief).toList())
                    .success();
        }
    }

    private static RoleRepresentation brief(KnownRole role) {
        RoleRepresentation brief = new RoleRepresentation();
        brief.setId(role.id());
        brief.setName(role.name());
        return brief;
    }
}
