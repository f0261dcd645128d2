// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.identityproviders;

import io.keylift.bulkimport.kind.spi.GivenIds;
import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.kind.spi.Item;
import io.keylift.bulkimport.kind.spi.KeyedWriter;
import io.keylift.bulkimport.kind.spi.RejectCode;
import io.keylift.bulkimport.kind.spi.RowReference;
import io.keylift.bulkimport.rows.Queries;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.keycloak.models.jpa.entities.IdentityProviderEntity;
import org.keycloak.models.jpa.entities.IdentityProviderMapperEntity;

/** Writes a chunk of identity providers. Finds existing ones and references. */
final class IdentityProvidersWriter extends KeyedWriter<IdentityProviderRecord, IdentityProviderWork> {

    private final Queries rows;
    private final String realmId;

    IdentityProvidersWriter(ImportContext context) {
        super(context);
        rows = new Queries(context.entityManager());
        realmId = context.realm().getId();
    }

    @Override
    protected IdentityProviderWork work(Item<IdentityProviderRecord> item) {
        return new IdentityProviderWork(item);
    }

    @Override
    protected void find(List<IdentityProviderWork> works) {
        Map<String, String> existing = ProviderKeys.ids(rows, realmId, aliases(works));
        for (IdentityProviderWork work : works) {
            work.existingId = existing.get(work.record.alias());
            work.id = work.existingId;
        }
    }

    private static Collection<String> aliases(List<IdentityProviderWork> works) {
        return works.stream().map(work -> work.record.alias()).toList();
    }

    @Override
    protected RowReference row(IdentityProviderWork work) {
        return new RowReference("IDENTITY_PROVIDER", work.existingId);
    }

    @Override
    protected void rejectExisting(IdentityProviderWork work) {
        work.item.reject(RejectCode.EXISTS, "/alias", "The realm already has an identity provider with this alias");
    }

    @Override
    protected void decide(List<IdentityProviderWork> works) {
        GivenIds.settle(
                context, rows, IdentityProviderEntity.class, "/internalId", works, work -> work.record.requestedId());
        stored(works, ids -> StoredProviders.load(rows, ids)).forEach((work, provider) -> work.stored = provider);
        OrganizationLinks links = new OrganizationLinks(context, rows);
        links.decide(open(works));
        Flows flows = new Flows();
        flows.load(rows, realmId, open(works).stream().map(work -> work.record).toList());
        ProviderDrafts drafts = new ProviderDrafts(context, flows, links, merges());
        open(works).forEach(drafts::draft);
        decideMappers(open(works));
        decideIssuers(open(works));
    }

    private void decideMappers(List<IdentityProviderWork> works) {
        List<IdentityProviderWork> giving =
                works.stream().filter(work -> work.record.mappers() != null).toList();
        Map<String, List<IdentityProviderMapperEntity>> stored =
                StoredProviders.mappers(rows, realmId, aliases(giving));
        ProviderMapperIds ids = new ProviderMapperIds(realmId, context.spec().ids());
        ids.load(rows, giving.stream().map(work -> work.record.mappers()).toList());
        for (IdentityProviderWork work : giving) {
            ProviderMappers.decide(work, realmId, stored.getOrDefault(work.record.alias(), List.of()), ids, merges());
        }
    }

    private void decideIssuers(List<IdentityProviderWork> works) {
        Issuers issuers = new Issuers();
        issuers.load(rows, realmId, works.stream().map(work -> work.model).toList());
        works.forEach(issuers::write);
    }

    @Override
    protected void writeRows(List<IdentityProviderWork> changed) {
        ProviderRows providerRows = new ProviderRows(context.entityManager(), realmId);
        changed.forEach(providerRows::add);
        context.entityManager().flush();
        providerRows.write();
    }

    @Override
    protected void invalidate(List<IdentityProviderWork> changed) {
        new ProviderCaches(context).invalidate(changed);
    }

    @Override
    protected void fire(List<IdentityProviderWork> changed) {
        ProviderEvents events = new ProviderEvents(context);
        changed.forEach(events::fire);
    }
}
