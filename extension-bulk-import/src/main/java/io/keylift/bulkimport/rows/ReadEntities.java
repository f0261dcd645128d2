// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.rows;

import jakarta.persistence.EntityManager;
import java.util.ArrayList;
import java.util.List;
import org.hibernate.engine.spi.SharedSessionContractImplementor;
import org.keycloak.models.jpa.entities.RealmEntity;

/** What an entity manager has read. */
public final class ReadEntities {

    private ReadEntities() {}

    /**
     * Detaches all entities, so that they are read again, except the realm: the session's model of the realm holds on
     * to its entity and reads more of it later.
     */
    public static void detach(EntityManager em) {
        List<Object> entities = new ArrayList<>();
        em.unwrap(SharedSessionContractImplementor.class)
                .getPersistenceContext()
                .managedEntitiesIterator()
                .forEachRemaining(entities::add);
        entities.stream().filter(entity -> !(entity instanceof RealmEntity)).forEach(em::detach);
    }
}
