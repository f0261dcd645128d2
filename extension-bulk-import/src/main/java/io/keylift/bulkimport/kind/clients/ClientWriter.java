// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.clients;

import io.keylift.bulkimport.job.Outcome;
import io.keylift.bulkimport.kind.spi.ImportContext;
import jakarta.persistence.EntityManager;
import java.util.List;
import org.hibernate.Session;
import org.keycloak.models.jpa.entities.ClientEntity;
import org.keycloak.models.jpa.entities.UserEntity;

/** Writes what {@link ClientResolver} found fit to write. */
final class ClientWriter {

    private final ImportContext context;
    private final EntityManager em;
    private final ClientRows rows;
    private final ServiceAccounts serviceAccounts;
    private final ResourceServers resourceServers;

    ClientWriter(ImportContext context) {
        this.context = context;
        em = context.entityManager();
        rows = new ClientRows(em);
        serviceAccounts = new ServiceAccounts(context);
        resourceServers = new ResourceServers(context, serviceAccounts);
    }

    void write(List<ClientWork> works) {
        if (!context.spec().dryRun()) {
            em.unwrap(Session.class).setJdbcBatchSize(context.spec().chunkSize());
            works.stream().filter(ClientWork::isNew).forEach(this::add);
            works.stream().filter(ClientWork::isChange).forEach(work -> change(work.change));
            em.flush();
            rows.write();
            resourceServers.write();
            serviceAccounts.write();
            serviceAccounts.remove();
            em.clear();
            ClientCaches.invalidate(context, works);
            ClientEvents.fire(context, works, serviceAccounts);
        }
        works.forEach(work ->
                work.item.done(outcome(work), work.isNew() ? work.fresh.entity().getId() : work.existingId));
    }

    private static Outcome outcome(ClientWork work) {
        if (work.isNew()) {
            return Outcome.ADDED;
        }
        return work.isChange() ? Outcome.UPDATED : Outcome.SKIPPED;
    }

    private void add(ClientWork work) {
        ClientEntity client = work.fresh.entity();
        rows.add(work.fresh);
        UserEntity user = Boolean.TRUE.equals(work.fresh.representation().isServiceAccountsEnabled())
                ? serviceAccounts.add(client)
                : null;
        if (work.fresh.resourceServer() != null) {
            resourceServers.addToNew(work.fresh.resourceServer(), client, user);
        }
    }

    private void change(ClientChange change) {
        rows.change(change);
        if (change.user == ClientChange.User.GOES) {
            serviceAccounts.removeLater(change.stored.userId);
        }
        UserEntity user =
                change.user == ClientChange.User.COMES ? serviceAccounts.add(change.stored.draft.getEntity()) : null;
        resourceServers.change(change, user);
    }
}
