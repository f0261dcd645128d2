// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.clients;

import io.keylift.bulkimport.job.IfExists;
import io.keylift.bulkimport.kind.spi.ChunkImporter;
import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.kind.spi.Item;
import java.util.List;
import java.util.Map;
import org.keycloak.connections.jpa.JpaConnectionProvider;
import org.keycloak.models.utils.KeycloakModelUtils;

/** Leads a chunk of clients through its steps. */
final class ClientsImporter implements ChunkImporter<ClientRecord> {

    private final ImportContext context;
    private ClientRules rules;
    private List<ClientWork> works;

    ClientsImporter(ImportContext context) {
        this.context = context;
    }

    @Override
    public void validate(Item<ClientRecord> item) {
        if (rules == null) {
            rules = new ClientRules(context);
        }
        rules.check(item);
    }

    /**
     * Drafts the clients that seem to be new: some take the making of a pair of keys, which no transaction should wait
     * for.
     */
    @Override
    public void prepare(List<Item<ClientRecord>> items) {
        Map<String, String> existing = context.spec().ifExists() == IfExists.FAIL ? Map.of() : existing(items);
        NewClients newClients = new NewClients(context);
        for (Item<ClientRecord> item : items) {
            if (!existing.containsKey(item.record().getClientId())) {
                item.record().fresh = newClients.create(item.record());
            }
        }
    }

    /** In a transaction of its own, so that no connection is held while clients are drafted. */
    private Map<String, String> existing(List<Item<ClientRecord>> items) {
        List<String> clientIds =
                items.stream().map(item -> item.record().getClientId()).toList();
        String realmId = context.realm().getId();
        return KeycloakModelUtils.runJobInTransactionWithResult(
                context.session().getKeycloakSessionFactory(),
                own -> new TakenClientIds(
                                own.getProvider(JpaConnectionProvider.class).getEntityManager(), realmId)
                        .clients(clientIds));
    }

    @Override
    public void resolve(List<Item<ClientRecord>> items) {
        works = new ClientResolver(context).resolve(items);
    }

    @Override
    public void write(List<Item<ClientRecord>> items) {
        new ClientWriter(context).write(works);
    }
}
