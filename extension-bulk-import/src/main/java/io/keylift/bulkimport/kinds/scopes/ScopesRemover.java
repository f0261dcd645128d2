// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.scopes;

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
import org.keycloak.authorization.jpa.entities.ScopeEntity;
import org.keycloak.authorization.model.Policy;
import org.keycloak.authorization.model.ResourceServer;
import org.keycloak.authorization.model.Scope;
import org.keycloak.authorization.store.PolicyStore;
import org.keycloak.authorization.store.StoreFactory;
import org.keycloak.models.utils.ModelToRepresentation;
import org.keycloak.representations.idm.authorization.ScopeRepresentation;

/** Removes a chunk of scopes with the permissions that protect nothing else. */
final class ScopesRemover extends ObjectRemover<ScopeRecord> {

    private final AuthorizationProvider authorization;
    private final Map<String, String> servers = new HashMap<>();
    private final Set<String> used = new HashSet<>();

    ScopesRemover(ImportContext context) {
        super(context, ScopeEntity.class);
        authorization = context.session().getProvider(AuthorizationProvider.class);
    }

    @Override
    protected void find(List<Removal<ScopeRecord>> removals) {
        Map<Object, String> byItem = new HashMap<>();
        new ResourceServers(context, rows, true)
                .resolve(
                        removals, removal -> removal.record.getClient(), (removal, id) -> byItem.put(removal.item, id));
        List<Removal<ScopeRecord>> known = removals.stream()
                .filter(removal -> removal.isOpen() && byItem.get(removal.item) != null)
                .toList();
        Map<List<String>, String> ids = AuthorizationKeys.ids(
                rows,
                AuthorizationKeys.SCOPE,
                known.stream()
                        .map(removal -> removal.record.key(byItem.get(removal.item)))
                        .toList());
        for (Removal<ScopeRecord> removal : known) {
            String server = byItem.get(removal.item);
            String id = ids.get(removal.record.key(server));
            removal.names(id);
            servers.put(id, server);
        }
        used.addAll(rows.list(
                "select distinct s.id from ResourceEntity r join r.scopes s where s.id in (:values)",
                String.class,
                ids.values(),
                Map.of()));
    }

    /** The caller's permission depends on the client only, and was checked when the client was found. */
    @Override
    protected void check(Removal<ScopeRecord> removal) {
        if (used.contains(removal.id())) {
            removal.item.reject(
                    RejectCode.INVALID, "/name", "Resources have this scope. Take it from them, or remove them first.");
        }
    }

    @Override
    protected List<Removal<ScopeRecord>> removeTogether(List<Removal<ScopeRecord>> removals) {
        new RemovedAuthorization(context, rows)
                .removeScopes(removals.stream().map(Removal::id).collect(Collectors.toSet()));
        return List.of();
    }

    @Override
    protected RemovalEvent remove(Removal<ScopeRecord> removal) {
        String id = removal.id();
        StoreFactory stores = authorization.getStoreFactory();
        ResourceServer server = stores.getResourceServerStore().findById(servers.get(id));
        Scope scope = stores.getScopeStore().findById(server, id);
        PolicyStore policies = stores.getPolicyStore();
        for (Policy policy : policies.findByScopes(server, List.of(scope))) {
            if (policy.getScopes().size() == 1) {
                policies.delete(policy.getId());
            } else {
                policy.removeScope(scope);
            }
        }
        ScopeRepresentation representation = ModelToRepresentation.toRepresentation(scope);
        stores.getScopeStore().delete(id);
        return ScopeEvents.removed(server.getId(), representation);
    }
}
