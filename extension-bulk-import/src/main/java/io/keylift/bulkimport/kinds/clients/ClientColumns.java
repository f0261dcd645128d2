// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.clients;

import jakarta.persistence.EntityManager;
import java.util.ArrayList;
import java.util.List;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.metamodel.mapping.AttributeMapping;
import org.keycloak.models.jpa.entities.ClientEntity;

/** All columns of a client's own row except its id. */
final class ClientColumns {

    private final List<AttributeMapping> columns = new ArrayList<>();

    ClientColumns(EntityManager em) {
        em.getEntityManagerFactory()
                .unwrap(SessionFactoryImplementor.class)
                .getMappingMetamodel()
                .getEntityDescriptor(ClientEntity.class)
                .forEachAttributeMapping(attribute -> {
                    if (!attribute.isPluralAttributeMapping()) {
                        columns.add(attribute);
                    }
                });
    }

    List<Object> values(ClientEntity client) {
        List<Object> values = new ArrayList<>(columns.size());
        columns.forEach(column -> values.add(column.getValue(client)));
        return values;
    }

    void copy(ClientEntity from, ClientEntity to) {
        columns.forEach(column -> column.setValue(to, column.getValue(from)));
    }
}
