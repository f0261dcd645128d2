// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.policies;

import io.keylift.bulkimport.kind.shared.reference.AuthorizationKeys;
import io.keylift.bulkimport.kind.shared.reference.ResourceServers;
import io.keylift.bulkimport.kind.shared.removal.ObjectRemover;
import io.keylift.bulkimport.kind.shared.removal.Removal;
import io.keylift.bulkimport.kind.shared.removal.RemovalEvent;
import io.keylift.bulkimport.kind.shared.removal.RemovedAuthorization;
import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.kind.spi.RejectCode;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.keycloak.authorization.AuthorizationProvider;
import org.keycloak.authorization.jpa.entities.PolicyEntity;
import org.keycloak.authorization.model.Policy;
import org.keycloak.authorization.model.ResourceServer;
import org.keycloak.authorization.store.StoreFactory;
import org.keycloak.models.utils.ModelToRepresentation;
import org.keycloak.representations.idm.authorization.AbstractPolicyRepresentation;

/**
 * Removes a chunk of policies or permissions, unless others apply them.
 *
 * @param <R> class of a record
 */
final class PoliciesRemover<R extends AuthorizationRecord> extends ObjectRemover<R> {

    private final PolicyFamily<R> family;
    private final AuthorizationProvider authorization;
    private final Map<String, String> servers = new HashMap<>();

    /** The policies and permissions that apply a policy, without those that earlier records of the chunk remove. */
    private final Map<String, Set<String>> users = new HashMap<>();

    PoliciesRemover(ImportContext context, PolicyFamily<R> family) {
        super(context, PolicyEntity.class);
        this.family = family;
        authorization = context.session().getProvider(AuthorizationProvider.class);
    }

    @Override
    protected void find(List<Removal<R>> removals) {
        Map<Object, String> byItem = new HashMap<>();
        new ResourceServers(context, rows, true)
                .resolve(
                        removals, removal -> removal.record.getClient(), (removal, id) -> byItem.put(removal.item, id));
        List<Removal<R>> known = removals.stream()
                .filter(removal -> removal.isOpen() && byItem.get(removal.item) != null)
                .toList();
        Map<List<String>, String> ids = new HashMap<>();
        rows
                .selectTuples(
                        AuthorizationKeys.POLICY,
                        known.stream()
                                .map(removal -> removal.record.key(byItem.get(removal.item)))
                                .toList(),
                        Map.of())
                .stream()
                .filter(row -> family.has((String) row[2]))
                .forEach(row -> ids.put(List.of((String) row[1], (String) row[3]), (String) row[0]));
        for (Removal<R> removal : known) {
            String server = byItem.get(removal.item);
            String id = ids.get(removal.record.key(server));
            removal.names(id);
            servers.put(id, server);
        }
        rows.select(
                        "select a.id, p.id from PolicyEntity p join p.associatedPolicies a where a.id in (:values)",
                        ids.values(),
                        Map.of())
                .forEach(row -> users.computeIfAbsent((String) row[0], id -> new HashSet<>())
                        .add((String) row[1]));
    }

    /** The caller's permission depends on the client only, and was checked when the client was found. */
    @Override
    protected void check(Removal<R> removal) {
        if (users.getOrDefault(removal.id(), Set.of()).isEmpty()) {
            users.values().forEach(others -> others.remove(removal.id()));
        } else {
            removal.item.reject(
                    RejectCode.INVALID,
                    "/name",
                    "Another policy or permission applies this " + family.noun() + ". Remove that first.");
        }
    }

    @Override
    protected List<Removal<R>> removeTogether(List<Removal<R>> removals) {
        new RemovedAuthorization(context, rows)
                .removePolicies(removals.stream().map(Removal::id).collect(Collectors.toSet()));
        return List.of();
    }

    /** The providers of these types have nothing to clean up, except one that caches scripts by their policies. */
    @Override
    protected RemovalEvent remove(Removal<R> removal) {
        String id = removal.id();
        StoreFactory stores = authorization.getStoreFactory();
        ResourceServer server = stores.getResourceServerStore().findById(servers.get(id));
        Policy policy = stores.getPolicyStore().findById(server, id);
        boolean isKnown = authorization.getProviderFactory(policy.getType()) != null;
        AbstractPolicyRepresentation representation =
                ModelToRepresentation.toRepresentation(policy, authorization, !isKnown, false);
        stores.getPolicyStore().delete(id);
        return PolicyEvents.removed(server.getId(), family.noun(), representation);
    }
}
