// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.identityproviders;

import io.keylift.bulkimport.kind.shared.removal.ObjectRemover;
import io.keylift.bulkimport.kind.shared.removal.Removal;
import io.keylift.bulkimport.kind.shared.removal.RemovalEvent;
import io.keylift.bulkimport.kind.spi.ImportContext;
import java.util.List;
import java.util.Map;
import org.keycloak.events.admin.ResourceType;
import org.keycloak.models.IdentityProviderModel;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.jpa.entities.IdentityProviderEntity;

/** Removes a chunk of identity providers with their mappers and the links of users to them. */
final class IdentityProvidersRemover extends ObjectRemover<IdentityProviderRecord> {

    private final ProviderCaches caches;

    IdentityProvidersRemover(ImportContext context) {
        super(context, IdentityProviderEntity.class);
        caches = new ProviderCaches(context);
    }

    @Override
    protected void find(List<Removal<IdentityProviderRecord>> removals) {
        Map<String, String> ids = ProviderKeys.ids(
                rows,
                context.realm().getId(),
                removals.stream().map(removal -> removal.record.alias()).toList());
        removals.forEach(removal -> removal.names(ids.get(removal.record.alias())));
    }

    @Override
    protected void check(Removal<IdentityProviderRecord> removal) {
        // A caller who may manage identity providers may remove all of them, including those of organizations.
    }

    @Override
    protected List<Removal<IdentityProviderRecord>> removeTogether(List<Removal<IdentityProviderRecord>> removals) {
        new ProviderDeletion(context, rows)
                .delete(removals.stream().map(Removal::id).toList());
        return List.of();
    }

    @Override
    protected RemovalEvent remove(Removal<IdentityProviderRecord> removal) {
        KeycloakSession session = context.session();
        String alias = removal.record.alias();
        IdentityProviderModel provider = session.identityProviders().getByAlias(alias);
        session.users().preRemove(context.realm(), provider);
        session.identityProviders().remove(alias);
        // Keycloak invalidates only what it has cached by the alias.
        caches.invalidateRemoved(removal.id(), alias, provider.getOrganizationId());
        return new RemovalEvent(ResourceType.IDENTITY_PROVIDER, ProviderEvents.path(alias), null);
    }
}
