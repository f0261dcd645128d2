// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.clients;

import io.keylift.bulkimport.job.IfExists;
import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.kind.spi.Item;
import io.keylift.bulkimport.kind.spi.RejectCode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Finds out for a whole chunk which clients exist, and whether what the records want for themselves alone is free. */
final class ClientResolver {

    private final ImportContext context;
    private final IfExists ifExists;
    private final TakenClientIds taken;
    private final NewClients newClients;
    private final ClientRights rights;

    ClientResolver(ImportContext context) {
        this.context = context;
        ifExists = context.spec().ifExists();
        taken = new TakenClientIds(context.entityManager(), context.realm().getId());
        newClients = new NewClients(context);
        rights = new ClientRights(context);
    }

    /** The records that are still open, in the order of the input. */
    List<ClientWork> resolve(List<Item<ClientRecord>> items) {
        List<ClientWork> works = items.stream()
                .filter(item -> !item.isRejected())
                .map(ClientWork::new)
                .toList();
        taken.load(works);
        List<ClientWork> changing = new ArrayList<>();
        for (ClientWork work : works) {
            work.existingId = taken.client(work.record.getClientId());
            if (!rights.mayName(work.existingId)) {
                ClientRights.FORBIDDEN.rejects(work.item);
            } else if (work.isNew()) {
                accept(work);
            } else if (ifExists == IfExists.FAIL) {
                work.item.reject(RejectCode.EXISTS, "/clientId", "The realm already has a client with this client id");
            } else if (ifExists != IfExists.SKIP) {
                changing.add(work);
            }
        }
        change(changing);
        return works.stream().filter(ClientWork::isOpen).toList();
    }

    private void accept(ClientWork work) {
        work.fresh = work.record.fresh == null ? newClients.create(work.record) : work.record.fresh;
        if (work.fresh.fault() != null) {
            work.fresh.fault().rejects(work.item);
        }
        taken.checkNew(work);
    }

    private void change(List<ClientWork> works) {
        ClientColumns columns = new ClientColumns(context.entityManager());
        Map<String, StoredClient> stored = new StoredClients(context, newClients.realm(), columns)
                .load(works.stream().map(work -> work.existingId).toList());
        ClientUpdates updates = new ClientUpdates(context, newClients.realm(), columns);
        for (ClientWork work : works) {
            StoredClient client = stored.get(work.existingId);
            if (client == null) {
                work.item.reject(RejectCode.CONFLICT, "", "The client has been removed in the meantime");
                continue;
            }
            taken.checkChange(work, client.username);
            if (work.isOpen()) {
                work.change = updates.plan(work, client);
            }
        }
    }
}
