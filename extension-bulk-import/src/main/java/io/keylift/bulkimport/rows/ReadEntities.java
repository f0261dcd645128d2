// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.rows;

import jakarta.persistence.EntityManager;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.hibernate.engine.spi.SharedSessionContractImplementor;
import org.keycloak.models.jpa.entities.ComponentConfigEntity;
import org.keycloak.models.jpa.entities.ComponentEntity;
import org.keycloak.models.jpa.entities.RealmEntity;

/** Entities that an entity manager has read. */
public final class ReadEntities {

    private ReadEntities() {}

    /**
     * Detaches all entities, so that they are read again, except the realm and its components: the session's model of
     * the realm holds on to its entity and reads more of it later, and a flush would add detached components again.
     */
    public static void detach(EntityManager em) {
        managed(em).stream().filter(entity -> !isOfRealm(entity)).forEach(em::detach);
    }

    /** Detaches the entities of these types only. */
    public static void detach(EntityManager em, Set<Class<?>> types) {
        managed(em).stream()
                .filter(entity -> types.stream().anyMatch(type -> type.isInstance(entity)))
                .forEach(em::detach);
    }

    private static List<Object> managed(EntityManager em) {
        List<Object> entities = new ArrayList<>();
        em.unwrap(SharedSessionContractImplementor.class)
                .getPersistenceContext()
                .managedEntitiesIterator()
                .forEachRemaining(entities::add);
        return entities;
    }

    private static boolean isOfRealm(Object entity) {
        return entity instanceof RealmEntity
                || entity instanceof ComponentEntity
                || entity instanceof ComponentConfigEntity;
    }
}
