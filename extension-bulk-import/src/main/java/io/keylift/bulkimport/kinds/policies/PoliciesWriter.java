// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.policies;

import io.keylift.bulkimport.kind.shared.reference.AuthorizationKeys;
import io.keylift.bulkimport.kind.shared.reference.ResourceServers;
import io.keylift.bulkimport.kind.shared.table.EntityWriter;
import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.kind.spi.Item;
import io.keylift.bulkimport.kind.spi.RejectCode;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.keycloak.authorization.jpa.entities.PolicyEntity;
import org.keycloak.authorization.jpa.entities.ResourceServerEntity;

/**
 * Writes a chunk of policies or permissions. Finds existing ones and references.
 *
 * @param <R> class of a record
 */
final class PoliciesWriter<R extends AuthorizationRecord> extends EntityWriter<PolicyEntity, R, PolicyWork<R>> {

    private final PolicyFamily<R> family;

    PoliciesWriter(ImportContext context, PolicyFamily<R> family) {
        super(context, PolicyTable.of());
        this.family = family;
    }

    @Override
    protected PolicyWork<R> work(Item<R> item) {
        return new PolicyWork<>(item);
    }

    @Override
    protected void find(List<PolicyWork<R>> works) {
        new ResourceServers(context, queries, false)
                .resolve(works, work -> work.record.getClient(), (work, server) -> work.server = server);
        List<PolicyWork<R>> open = open(works);
        Map<List<String>, Object[]> existing = new HashMap<>();
        queries.selectTuples(
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
    protected void rejectExisting(PolicyWork<R> work) {
        work.item.reject(RejectCode.EXISTS, "/name", "The client already has a " + family.noun() + " with this name");
    }

    @Override
    protected void findReferences(List<PolicyWork<R>> works) {
        works.forEach(this::checkType);
        List<PolicyWork<R>> open = open(works);
        PolicyLinks<R> links = new PolicyLinks<>(queries, merges(), open);
        links.resolve();
        configure(open(open));
        new PolicyCycles(queries).reject(open);
        links.deferUnresolvedReferences();
    }

    private void checkType(PolicyWork<R> work) {
        if (work.isOpen() && !work.isNew() && !work.stored().row().getType().equals(work.record.getType())) {
            work.item.reject(
                    RejectCode.CONFLICT,
                    "/type",
                    "The " + family.noun() + " has another type, which never changes. Remove it first.");
        }
    }

    private void configure(List<PolicyWork<R>> works) {
        Identities identities = new Identities(context, queries);
        works.forEach(work -> family.need(work.record, identities));
        identities.load();
        for (PolicyWork<R> work : works) {
            PolicyConfig config = new PolicyConfig(work.stored().get(PolicyTable.CONFIG), merges());
            family.configure(work.item, config, identities);
            work.config = config.values();
        }
    }

    @Override
    protected void complete(PolicyEntity row, PolicyWork<R> work) {
        row.setResourceServer(context.entityManager().getReference(ResourceServerEntity.class, work.server));
    }

    @Override
    protected void invalidate(List<PolicyWork<R>> changed) {
        PolicyCaches.invalidate(context, queries, changed);
    }

    @Override
    protected void fire(List<PolicyWork<R>> changed) {
        changed.forEach(work -> PolicyEvents.fire(context, family.noun(), work));
    }
}
