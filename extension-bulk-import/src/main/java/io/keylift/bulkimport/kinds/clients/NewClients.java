// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.clients;

import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.kind.spi.Violation;
import io.keylift.bulkimport.kinds.clients.draft.DraftClient;
import io.keylift.bulkimport.kinds.clients.draft.DraftRealm;
import io.keylift.bulkimport.rows.Ids;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.RealmModel;
import org.keycloak.models.jpa.entities.ClientEntity;
import org.keycloak.representations.idm.ClientRepresentation;
import org.keycloak.services.clientpolicy.ClientPolicyException;
import org.keycloak.services.clientpolicy.context.AdminClientRegisterContext;
import org.keycloak.services.clientpolicy.context.AdminClientRegisteredContext;
import org.keycloak.services.managers.ClientManager;
import org.keycloak.services.resources.admin.AdminAuth;

/**
 * Drafts new clients as {@code POST /clients} creates them, with Keycloak's own code: client policies, defaults of the
 * realm and of the protocol, generated secrets and keys, validation. If Keycloak extends or replaces a value of the
 * record, the record's value is set afterwards. Executes no SQL except to fill Keycloak's caches.
 */
final class NewClients {

    private final ImportContext context;
    private final KeycloakSession session;
    private final RealmModel realm;
    private final ClientValidation validation;
    private DraftClient drafted;

    NewClients(ImportContext context) {
        this.context = context;
        session = context.session();
        realm = DraftRealm.of(context.realm(), this::draft);
        validation = new ClientValidation(session);
    }

    private DraftClient draft(String id, String clientId) {
        ClientEntity entity = new ClientEntity();
        entity.setId(id == null ? Ids.next() : id);
        entity.setClientId(clientId);
        entity.setEnabled(true);
        entity.setStandardFlowEnabled(true);
        entity.setRealmId(context.realm().getId());
        drafted = DraftClient.ofNew(session, realm, entity);
        return drafted;
    }

    /** The realm as Keycloak's code sees it. */
    RealmModel realm() {
        return realm;
    }

    NewClient create(ClientRecord record) {
        try {
            return tryCreate(record);
        } catch (ClientPolicyException e) {
            return NewClient.impossible(ClientFaults.of(e));
        } catch (RuntimeException e) {
            return NewClient.impossible(ClientFaults.of(e));
        }
    }

    private NewClient tryCreate(ClientRecord record) throws ClientPolicyException {
        AdminAuth caller = context.permissions().adminAuth();
        ClientRepresentation representation = record.copy();
        boolean givesBack = context.spec().givesBack();
        if (!givesBack) {
            MergedRepresentation.leaveOutEmpty(representation);
        }
        session.clientPolicy().triggerOnEvent(new AdminClientRegisterContext(representation, caller));
        ClientManager.createClient(session, realm, representation);
        DraftClient client = drafted;
        if (Boolean.TRUE.equals(representation.isServiceAccountsEnabled())) {
            ServiceAccountScope.enable(realm, client);
        }
        if (record.getRedirectUris() != null) {
            // A client policy may have put the root URL in place of an empty list.
            representation.setRedirectUris(record.getRedirectUris());
        }
        MergedRepresentation.set(representation, client, session, false);
        if (givesBack) {
            MergedRepresentation.clear(representation, client);
        } else if ("".equals(representation.getAdminUrl())) {
            client.setManagementUrl(null);
        }
        AuthorizationSettings settings = new AuthorizationSettings(context, client);
        Violation fault = ClientFaults.lost(record, client);
        if (fault == null) {
            fault = ClientFaults.derived(client);
        }
        if (fault == null) {
            fault = settings.check(representation, Boolean.TRUE.equals(representation.isServiceAccountsEnabled()));
        }
        if (fault == null) {
            fault = validation.validate(client, true);
        }
        if (fault != null) {
            return NewClient.impossible(fault);
        }
        session.clientPolicy().triggerOnEvent(new AdminClientRegisteredContext(client, caller));
        return new NewClient(
                representation, client.getEntity(), client.scopes(), settings.create(representation), null);
    }
}
