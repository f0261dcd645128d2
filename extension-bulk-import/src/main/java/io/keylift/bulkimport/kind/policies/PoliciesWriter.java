// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.policies;

import io.keylift.bulkimport.kind.GivenIds;
import io.keylift.bulkimport.kind.reference.AuthorizationKeys;
import io.keylift.bulkimport.kind.reference.ResourceServers;
import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.kind.spi.Item;
import io.keylift.bulkimport.kind.spi.KeyedWriter;
import io.keylift.bulkimport.kind.spi.ObjectRow;
import io.keylift.bulkimport.kind.spi.RejectCode;
import io.keylift.bulkimport.rows.Queries;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.keycloak.authorization.jpa.entities.PolicyEntity;

/**
 * Finds which policies or permissions exist and what the records refer to, and writes a chunk.
 *
 * @param <R> class of a record
 */
final class PoliciesWriter<R extends AuthorizationRecord> extends KeyedWriter<R, PolicyWork<R>> {

    private final PolicyFamily<R> family;
    private final Queries rows;

    PoliciesWriter(ImportContext context, PolicyFamily<R> family) {
        super(context);
        this.family = family;
        rows = new Queries(context.entityManager());
    }

    @Override
    protected PolicyWork<R> work(Item<R> item) {
        return new PolicyWork<>(item);
    }

    @Override
    protected void find(List<PolicyWork<R>> works) {
        new ResourceServers(context, rows, false)
                .resolve(works, work -> work.record.getClient(), (work, server) -> work.server = server);
        List<PolicyWork<R>> open = open(works);
        Map<List<String>, Object[]> existing = new HashMap<>();
        rows.selectTuples(
                        AuthorizationKeys.POLICY,
                        open.stream().map(work -> work.record.key(work.server)).toList(),
                        Map.of())
                .forEach(row -> existing.put(List.of((String) row[1], (String) row[3]), row));
        for (PolicyWork<R> work : open) {
            Object[] row = existing.get(work.record.key(work.server));
            if (row != null && !family.has((String) row[2])) {
                work.item.reject(
                        RejectCode.CONFLICT,
                        "/name",
                        "The client has another kind of policy or permission with this name");
            } else if (row != null) {
                work.existingId = (String) row[0];
                work.id = work.existingId;
            }
        }
    }

    @Override
    protected ObjectRow row(PolicyWork<R> work) {
        return new ObjectRow("RESOURCE_SERVER_POLICY", work.existingId);
    }

    @Override
    protected void rejectExisting(PolicyWork<R> work) {
        work.item.reject(RejectCode.EXISTS, "/name", "The client already has a " + family.noun() + " with this name");
    }

    @Override
    protected void decide(List<PolicyWork<R>> works) {
        GivenIds.settle(context, rows, PolicyEntity.class, "/id", works, work -> work.record.getId());
        stored(works, new StoredPolicies(rows)::load).forEach(this::found);
        List<PolicyWork<R>> open = open(works);
        PolicyLinks<R> links = new PolicyLinks<>(rows, merges(), open);
        links.resolve();
        configure(open(open));
        new PolicyCycles(rows).reject(open);
        links.putOffWhatNamesUnmade();
        open(open).stream().filter(work -> !work.isNew()).forEach(work -> work.changeRow(merges()));
    }

    private void found(PolicyWork<R> work, StoredPolicy stored) {
        work.stored = stored;
        if (!stored.row().getType().equals(work.record.getType())) {
            work.item.reject(
                    RejectCode.CONFLICT,
                    "/type",
                    "The " + family.noun() + " has another type, which never changes. Remove it first.");
        }
    }

    private void configure(List<PolicyWork<R>> works) {
        Identities identities = new Identities(context, rows);
        works.forEach(work -> family.need(work.record, identities));
        identities.load();
        for (PolicyWork<R> work : works) {
            PolicyConfig config = new PolicyConfig(work.stored.config(), merges());
            family.configure(work.item, config, identities);
            work.config = config.values();
        }
    }

    @Override
    protected void writeRows(List<PolicyWork<R>> changed) {
        context.entityManager().flush();
        PolicyRows policies = new PolicyRows(context.entityManager());
        changed.forEach(policies::add);
        policies.write();
    }

    @Override
    protected void invalidate(List<PolicyWork<R>> changed) {
        PolicyCaches.invalidate(context, rows, changed);
    }

    @Override
    protected void fire(List<PolicyWork<R>> changed) {
        changed.forEach(work -> PolicyEvents.fire(context, family.noun(), work));
    }
}
