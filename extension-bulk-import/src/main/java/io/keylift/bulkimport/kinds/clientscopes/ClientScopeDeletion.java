// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.clientscopes;

import io.keylift.bulkimport.kind.shared.removal.ListingPolicies;
import io.keylift.bulkimport.kind.shared.removal.LockedObjects;
import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.rows.Queries;
import java.util.List;
import java.util.Set;
import org.keycloak.models.jpa.entities.ClientScopeEntity;

/**
 * Deletes client scopes like Keycloak's {@code removeClientScope}, but in a number of statements that does not depend
 * on the number of client scopes, and without its events.
 */
final class ClientScopeDeletion {

    /** The tables with rows of a client scope, referencing tables first; collections of an entity go with it. */
    private static final List<String> DELETIONS = List.of(
            "delete from UserConsentClientScopeEntity s where s.scopeId in (:values)",
            "delete from IssuedVerifiableCredentialEntity v where v.verifiableCredentialId in"
                    + " (select u.id from UserVerifiableCredentialEntity u where u.clientScopeId in (:values))",
            "delete from UserVerifiableCredentialEntity u where u.clientScopeId in (:values)",
            "delete from FederatedUserConsentClientScopeEntity s where s.scopeId in (:values)",
            "delete from FederatedUserIssuedVerifiableCredentialEntity v where v.verifiableCredentialId in (select"
                    + " u.id from FederatedUserVerifiableCredentialEntity u where u.clientScopeId in (:values))",
            "delete from FederatedUserVerifiableCredentialEntity u where u.clientScopeId in (:values)",
            "delete from DefaultClientScopeRealmMappingEntity m where m.clientScopeId in (:values)",
            "delete from ClientScopeClientMappingEntity m where m.clientScopeId in (:values)",
            "delete from ClientScopeRoleMappingEntity m where m.clientScope.id in (:values)",
            "delete from ClientScopeAttributeEntity a where a.clientScope.id in (:values)",
            "delete from ProtocolMapperEntity m where m.clientScope.id in (:values)");

    private final ImportContext context;
    private final Queries rows;

    ClientScopeDeletion(ImportContext context, Queries rows) {
        this.context = context;
        this.rows = rows;
    }

    /** The client scopes that only Keycloak's own method removes, or refuses to. */
    Set<String> unsuited(Set<String> ids) {
        return ListingPolicies.ofClientScopes(context, rows).needed(ids);
    }

    /** @param ids client scopes whose rows this transaction has locked */
    void delete(Set<String> ids) {
        if (ids.isEmpty()) {
            return;
        }
        ClientScopeCaches.invalidateRemoved(context, ids);
        ListingPolicies.ofClientScopes(context, rows).leave(ids);
        DELETIONS.forEach(deletion -> rows.execute(deletion, ids));
        LockedObjects.delete(rows, ClientScopeEntity.class, ids);
    }
}
