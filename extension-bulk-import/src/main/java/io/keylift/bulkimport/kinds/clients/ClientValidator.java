// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.clients;

import io.keylift.bulkimport.job.IfExists;
import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.kind.spi.Item;
import io.keylift.bulkimport.kind.spi.RecordValidator;
import java.util.List;
import java.util.Map;
import org.keycloak.connections.jpa.JpaConnectionProvider;
import org.keycloak.models.utils.KeycloakModelUtils;

/** Checks a chunk of clients, and drafts those that seem to be new. */
final class ClientValidator implements RecordValidator<ClientRecord, ValidClient> {

    private final ImportContext context;
    private final ClientRules rules;

    ClientValidator(ImportContext context) {
        this.context = context;
        rules = new ClientRules(context);
    }

    @Override
    public ValidClient validate(Item<ClientRecord> item) {
        rules.check(item);
        return new ValidClient(item.record());
    }

    /** Some drafts generate a key pair, which no transaction should wait for. */
    @Override
    public void prepare(List<Item<ValidClient>> items) {
        List<ValidClient> clients = items.stream().map(Item::record).toList();
        Map<String, String> existing = context.spec().ifExists() == IfExists.FAIL ? Map.of() : existing(clients);
        NewClients newClients = new NewClients(context);
        for (ValidClient client : clients) {
            if (!existing.containsKey(client.record.getClientId())) {
                client.fresh = newClients.create(client.record);
            }
        }
    }

    /** Looks up existing clients in a separate transaction, so that no connection is held while clients are drafted. */
    private Map<String, String> existing(List<ValidClient> clients) {
        List<String> clientIds =
                clients.stream().map(client -> client.record.getClientId()).toList();
        String realmId = context.realm().getId();
        return KeycloakModelUtils.runJobInTransactionWithResult(
                context.session().getKeycloakSessionFactory(),
                own -> new TakenClientIds(
                                own.getProvider(JpaConnectionProvider.class).getEntityManager(),
                                realmId,
                                context.spec().ids())
                        .clients(clientIds));
    }
}
