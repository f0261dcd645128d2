// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.policies;

import io.keylift.bulkimport.kind.shared.authorization.ResourceServerSource;
import io.keylift.bulkimport.kind.shared.reference.AuthorizationKeys;
import io.keylift.bulkimport.kind.shared.reference.KnownClient;
import io.keylift.bulkimport.kind.shared.table.CollectionTable;
import io.keylift.bulkimport.kind.shared.table.StoredEntity;
import io.keylift.bulkimport.kind.spi.ExportContext;
import io.keylift.bulkimport.kind.spi.KeyOrder;
import io.keylift.bulkimport.kind.spi.ReferrerCounts;
import io.keylift.bulkimport.kind.spi.RowReference;
import io.keylift.bulkimport.rows.Queries;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeSet;
import java.util.function.BinaryOperator;
import java.util.stream.Collectors;
import org.keycloak.authorization.jpa.entities.PolicyEntity;

/**
 * Reads the policies or permissions of all clients in the order of their names.
 *
 * @param <R> class of a record
 */
final class PoliciesSource<R extends AuthorizationRecord> extends ResourceServerSource<R> {

    private final PolicyFamily<R> family;

    PoliciesSource(PolicyFamily<R> family) {
        super("PolicyEntity", "resourceServer.id");
        this.family = family;
    }

    @Override
    public KeyOrder order(ExportContext context, Selection selection) {
        return super.order(context, selection).where(family.condition());
    }

    @Override
    public List<String> find(ExportContext context, List<R> keys) {
        return AuthorizationKeys.find(
                context,
                new Queries(context.entityManager()),
                AuthorizationKeys.POLICY,
                keys.stream().map(AuthorizationRecord::getClient).toList(),
                keys.stream().map(AuthorizationRecord::getName).toList(),
                row -> family.has((String) row[2]));
    }

    /** Looks up only references that the record of the stored object names differently. */
    @Override
    public BinaryOperator<R> normalizer(ExportContext context) {
        Queries rows = new Queries(context.entityManager());
        return (record, stored) -> {
            family.normalize(record, stored, new IdentityNames(context, rows));
            Names names = new Names(
                    rows,
                    others(record.getResources(), stored.getResources()),
                    others(record.getScopes(), stored.getScopes()),
                    others(record.getPolicies(), stored.getPolicies()));
            record.setResources(names.or(record.getResources()));
            record.setScopes(names.or(record.getScopes()));
            record.setPolicies(names.or(record.getPolicies()));
            return record;
        };
    }

    private static Set<String> others(Set<String> given, Set<String> stored) {
        Set<String> others = new HashSet<>(AuthorizationRecord.orNone(given));
        others.removeAll(AuthorizationRecord.orNone(stored));
        others.remove(null);
        return others;
    }

    @Override
    public boolean referToEachOther() {
        return true;
    }

    @Override
    public RowReference row(String id) {
        return PolicyTable.of().row(id);
    }

    @Override
    public Map<String, SortedMap<String, Long>> referrerCounts(ExportContext context, Collection<String> ids) {
        return new ReferrerCounts(context, ids)
                .count("a.id", "PolicyEntity p join p.associatedPolicies a")
                .counts();
    }

    @Override
    public Map<String, R> load(ExportContext context, Selection selection, Collection<String> ids) {
        Queries rows = new Queries(context.entityManager());
        Map<String, KnownClient> clients = clients(context, rows, ids);
        Map<String, StoredEntity<PolicyEntity>> stored =
                PolicyTable.of().read(context.entityManager(), clients.keySet());
        IdentityNames identities = new IdentityNames(context, rows);
        stored.values()
                .forEach(policy -> family.collect(policy.row().getType(), policy.get(PolicyTable.CONFIG), identities));
        identities.load();
        Names names = new Names(
                rows,
                all(stored, PolicyTable.RESOURCES),
                all(stored, PolicyTable.SCOPES),
                all(stored, PolicyTable.POLICIES));
        Map<String, R> records = new HashMap<>();
        stored.forEach((id, policy) -> {
            R record = family.record(policy.row().getType(), policy.get(PolicyTable.CONFIG), identities);
            record.setClient(clients.get(id).clientId());
            read(policy, names, record);
            records.put(id, record);
        });
        return records;
    }

    private static Set<String> all(
            Map<String, StoredEntity<PolicyEntity>> stored, CollectionTable<PolicyEntity, ?> table) {
        return stored.values().stream()
                .flatMap(policy -> policy.get(table).stream())
                .collect(Collectors.toSet());
    }

    private void read(StoredEntity<PolicyEntity> policy, Names names, R record) {
        PolicyTable.<R>of().show(policy, record);
        if (family.links(record.getType()).contains("policies")) {
            record.setPolicies(names.of(policy.get(PolicyTable.POLICIES)));
        }
        if (family.links(record.getType()).contains("resources")) {
            record.setResources(names.of(policy.get(PolicyTable.RESOURCES)));
            record.setScopes(names.of(policy.get(PolicyTable.SCOPES)));
        }
    }

    /** Names of the resources, scopes and policies that policies refer to. */
    private static final class Names {

        private final Map<String, String> names = new HashMap<>();

        Names(Queries rows, Set<String> resources, Set<String> scopes, Set<String> policies) {
            // The Admin API finds a resource by its name only if the client itself owns it.
            load(
                    rows,
                    "select r.id, case when r.owner = r.resourceServer then r.name else r.id end from ResourceEntity r"
                            + " where r.id in (:values)",
                    resources);
            load(rows, "select s.id, s.name from ScopeEntity s where s.id in (:values)", scopes);
            load(rows, "select p.id, p.name from PolicyEntity p where p.id in (:values)", policies);
        }

        private void load(Queries rows, String jpql, Set<String> ids) {
            rows.select(jpql, ids, Map.of()).forEach(row -> names.put((String) row[0], (String) row[1]));
        }

        /** Replaces ids by the names of their objects; other values are names already. */
        Set<String> or(Set<String> given) {
            return given == null
                    ? null
                    : given.stream()
                            .filter(Objects::nonNull)
                            .map(one -> names.getOrDefault(one, one))
                            .collect(Collectors.toCollection(TreeSet::new));
        }

        Set<String> of(Set<String> ids) {
            return ids.stream().map(names::get).filter(Objects::nonNull).collect(Collectors.toCollection(TreeSet::new));
        }
    }
}
