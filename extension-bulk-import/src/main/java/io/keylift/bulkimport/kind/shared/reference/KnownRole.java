// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.shared.reference;

import io.keylift.bulkimport.kind.spi.ReadContext;
import org.keycloak.models.RoleContainerModel;
import org.keycloak.models.RoleModel;
import org.keycloak.models.jpa.RoleAdapter;
import org.keycloak.models.jpa.entities.RoleEntity;

/**
 * A role of the realm, as a query has selected it or as it is about to be written.
 *
 * @param client the client that it belongs to; {@code null} for a realm role
 */
public record KnownRole(String id, String name, KnownClient client) {

    /** The role for Keycloak's permission checks, without a query. */
    public RoleModel model(ReadContext context) {
        RoleEntity entity = new RoleEntity();
        entity.setId(id);
        entity.setName(name);
        entity.setRealmId(context.realm().getId());
        RoleContainerModel container = context.realm();
        if (client != null) {
            entity.setClientId(client.id());
            entity.setClientRole(true);
            container = client.model(context);
        }
        return new Model(context, entity, container);
    }

    private static final class Model extends RoleAdapter {

        private final RoleContainerModel container;

        Model(ReadContext context, RoleEntity entity, RoleContainerModel container) {
            super(context.session(), context.realm(), context.entityManager(), entity);
            this.container = container;
        }

        @Override
        public RoleContainerModel getContainer() {
            return container;
        }
    }
}
