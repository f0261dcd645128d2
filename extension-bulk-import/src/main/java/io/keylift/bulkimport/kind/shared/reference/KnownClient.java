// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.shared.reference;

import io.keylift.bulkimport.kind.spi.ReadContext;
import org.keycloak.models.ClientModel;
import org.keycloak.models.RealmModel;
import org.keycloak.models.delegate.ClientModelLazyDelegate;

/**
 * A client of the realm as selected by a query.
 *
 * @param id its internal id
 * @param clientId its client id
 */
public record KnownClient(String id, String clientId) {

    /** The client for Keycloak's permission checks; it is loaded only if they need more than its ids. */
    public ClientModel model(ReadContext context) {
        RealmModel realm = context.realm();
        return new ClientModelLazyDelegate.WithId(context.session(), realm, id) {
            @Override
            public String getClientId() {
                return clientId;
            }

            @Override
            public RealmModel getRealm() {
                return realm;
            }
        };
    }
}
