// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.resources;

import io.keylift.bulkimport.kind.shared.reference.ResourceServers;
import io.keylift.bulkimport.kind.shared.removal.ObjectRemover;
import io.keylift.bulkimport.kind.shared.removal.Removal;
import io.keylift.bulkimport.kind.shared.removal.RemovalEvent;
import io.keylift.bulkimport.kind.shared.removal.RemovedAuthorization;
import io.keylift.bulkimport.kind.spi.ImportContext;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.keycloak.authorization.AuthorizationProvider;
import org.keycloak.authorization.fgap.AdminPermissionsSchema;
import org.keycloak.authorization.jpa.entities.ResourceEntity;
import org.keycloak.authorization.model.Resource;
import org.keycloak.authorization.model.ResourceServer;
import org.keycloak.authorization.store.ResourceStore;
import org.keycloak.models.utils.ModelToRepresentation;
import org.keycloak.representations.idm.authorization.ResourceRepresentation;

/** Removes a chunk of resources with the permissions that protect nothing else. */
final class ResourcesRemover extends ObjectRemover<ResourceRecord> {

    private final AuthorizationProvider authorization;
    private final Map<String, String> servers = new HashMap<>();

    ResourcesRemover(ImportContext context) {
        super(context, ResourceEntity.class);
        authorization = context.session().getProvider(AuthorizationProvider.class);
    }

    @Override
    protected void find(List<Removal<ResourceRecord>> removals) {
        List<ResourceWork> works =
                removals.stream().map(removal -> new ResourceWork(removal.item)).toList();
        new ResourceServers(context, rows, true)
                .resolve(works, work -> work.record.getClient(), (work, server) -> work.server = server);
        List<ResourceWork> known = works.stream()
                .filter(work -> work.isOpen() && work.server != null)
                .toList();
        new OwnerLookup(context, rows, true).resolve(known);
        List<ResourceWork> owned =
                known.stream().filter(work -> work.owner != null).toList();
        Map<List<String>, String> ids = ResourceKeys.ids(rows, owned);
        Map<Object, String> byItem = new HashMap<>();
        for (ResourceWork work : owned) {
            String id = ids.get(ResourceKeys.of(work));
            byItem.put(work.item, id);
            servers.put(id, work.server);
        }
        removals.forEach(removal -> removal.names(byItem.get(removal.item)));
    }

    /** The caller's permission depends on the client only, and was checked when the client was found. */
    @Override
    protected void check(Removal<ResourceRecord> removal) {}

    @Override
    protected List<Removal<ResourceRecord>> removeTogether(List<Removal<ResourceRecord>> removals) {
        Map<Boolean, List<Removal<ResourceRecord>>> ofAdminPermissions =
                removals.stream().collect(Collectors.partitioningBy(this::isOfAdminPermissions));
        new RemovedAuthorization(context, rows)
                .removeResources(
                        ofAdminPermissions.get(false).stream().map(Removal::id).toList());
        return ofAdminPermissions.get(true);
    }

    /** Keycloak keeps their permissions. */
    private boolean isOfAdminPermissions(Removal<ResourceRecord> removal) {
        return AdminPermissionsSchema.SCHEMA.isAdminPermissionClient(context.realm(), servers.get(removal.id()));
    }

    @Override
    protected RemovalEvent remove(Removal<ResourceRecord> removal) {
        String id = removal.id();
        ResourceServer server =
                authorization.getStoreFactory().getResourceServerStore().findById(servers.get(id));
        ResourceStore resources = authorization.getStoreFactory().getResourceStore();
        Resource resource = resources.findById(server, id);
        ResourceRepresentation representation = ModelToRepresentation.toRepresentation(resource, server, authorization);
        resources.delete(id);
        return ResourceEvents.removed(server.getId(), representation);
    }
}
