// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.clients;

import io.keylift.bulkimport.kind.shared.removal.ObjectRemover;
import io.keylift.bulkimport.kind.shared.removal.Removal;
import io.keylift.bulkimport.kind.shared.removal.RemovalEvent;
import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.kind.spi.RejectCode;
import io.keylift.bulkimport.rows.ReadEntities;
import io.keylift.bulkimport.rows.RowLocks;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.keycloak.authorization.fgap.AdminPermissionsSchema;
import org.keycloak.common.Profile;
import org.keycloak.events.admin.ResourceType;
import org.keycloak.models.ClientModel;
import org.keycloak.models.Constants;
import org.keycloak.models.jpa.entities.ClientEntity;
import org.keycloak.representations.idm.ClientRepresentation;
import org.keycloak.services.clientpolicy.ClientPolicyException;
import org.keycloak.services.clientpolicy.context.AdminClientUnregisterContext;
import org.keycloak.services.managers.ClientManager;
import org.keycloak.services.managers.RealmManager;

/** Removes a chunk of clients with their roles, service accounts and sessions. */
final class ClientsRemover extends ObjectRemover<ClientRecord> {

    /** In realm {@code master}, the client that has the admin roles of another realm is called after that realm. */
    private static final String OF_A_REALM = "-realm";

    private final ClientRights rights;

    /** Existing clients that the records name, by id. */
    private final Map<String, StoredClient> clients = new HashMap<>();

    ClientsRemover(ImportContext context) {
        super(context, ClientEntity.class);
        rights = new ClientRights(context);
    }

    @Override
    protected void find(List<Removal<ClientRecord>> removals) {
        Map<String, String> ids = new TakenClientIds(
                        context.entityManager(),
                        context.realm().getId(),
                        context.spec().ids())
                .clients(removals.stream()
                        .map(removal -> removal.record.getClientId())
                        .toList());
        for (Removal<ClientRecord> removal : removals) {
            String id = ids.get(removal.record.getClientId());
            if (rights.mayName(id)) {
                removal.names(id);
            } else {
                ClientRights.FORBIDDEN.rejects(removal.item);
            }
        }
    }

    @Override
    protected int lockParts(Collection<String> ids) {
        return new RowLocks(context.entityManager()).lockOf("KEYCLOAK_ROLE", "CLIENT", ids);
    }

    @Override
    protected void read(Collection<String> ids) {
        clients.putAll(StoredClients.toRead(context).load(ids));
        ReadEntities.detach(context.entityManager());
    }

    @Override
    protected void check(Removal<ClientRecord> removal) {
        ClientModel client = clients.get(removal.id()).draft;
        if (!context.permissions().clients().canManage(client)) {
            ClientRights.FORBIDDEN.rejects(removal.item);
            return;
        }
        checkPolicies(removal, client);
        if (isInternal(client.getClientId())) {
            removal.item.reject(
                    RejectCode.INVALID, "/clientId", "Keycloak requires this client and does not remove it");
        }
    }

    /** Whether Keycloak refuses to remove the client; its own check is private. */
    private boolean isInternal(String clientId) {
        if (Constants.defaultClients.contains(clientId)) {
            return true;
        }
        return RealmManager.isAdministrationRealm(context.realm())
                && clientId.endsWith(OF_A_REALM)
                && context.session()
                                .realms()
                                .getRealmByName(clientId.substring(0, clientId.length() - OF_A_REALM.length()))
                        != null;
    }

    private void checkPolicies(Removal<ClientRecord> removal, ClientModel client) {
        try {
            context.session()
                    .clientPolicy()
                    .triggerOnEvent(new AdminClientUnregisterContext(
                            client, context.permissions().adminAuth()));
        } catch (ClientPolicyException e) {
            ClientFaults.of(e).rejects(removal.item);
        }
    }

    @Override
    protected List<Removal<ClientRecord>> removeTogether(List<Removal<ClientRecord>> removals) {
        if (Profile.isFeatureEnabled(Profile.Feature.SSF)) {
            // Keycloak deletes the messages to a removed client in a task of its own for each.
            return removals;
        }
        Map<Boolean, List<Removal<ClientRecord>>> ofAdminPermissions = removals.stream()
                .collect(Collectors.partitioningBy(removal ->
                        AdminPermissionsSchema.SCHEMA.isAdminPermissionClient(context.realm(), removal.id())));
        new ClientDeletion(context, rows)
                .delete(ofAdminPermissions.get(false).stream()
                        .map(removal -> clients.get(removal.id()))
                        .toList());
        return ofAdminPermissions.get(true);
    }

    @Override
    protected RemovalEvent remove(Removal<ClientRecord> removal) {
        ClientModel client = context.session().clients().getClientById(context.realm(), removal.id());
        ClientRepresentation representation = new ClientRepresentation();
        representation.setId(client.getId());
        representation.setClientId(client.getClientId());
        if (!new ClientManager(new RealmManager(context.session())).removeClient(context.realm(), client)) {
            throw new IllegalStateException("Keycloak does not remove the client " + client.getClientId());
        }
        return new RemovalEvent(ResourceType.CLIENT, "clients/" + client.getId(), representation);
    }
}
