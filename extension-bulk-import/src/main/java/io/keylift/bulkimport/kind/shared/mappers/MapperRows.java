// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.shared.mappers;

import io.keylift.bulkimport.rows.BulkInsert;
import io.keylift.bulkimport.rows.CollectionRows;
import io.keylift.bulkimport.rows.Queries;
import jakarta.persistence.EntityManager;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.keycloak.models.jpa.entities.ProtocolMapperEntity;

/** Rows of a chunk's protocol mappers to add and to delete, collected and then written table by table. */
public final class MapperRows {

    private final EntityManager em;
    private final List<ProtocolMapperEntity> mappers = new ArrayList<>();
    private final List<CollectionRows.Row> config = new ArrayList<>();
    private final Set<String> obsolete = new HashSet<>();

    public MapperRows(EntityManager em) {
        this.em = em;
    }

    /** Adds a new mapper, or a changed one whose old rows are deleted. Its client or client scope must be set. */
    public void add(ProtocolMapperEntity mapper) {
        ProtocolMapperEntity bare = new ProtocolMapperEntity();
        bare.setId(mapper.getId());
        bare.setClient(mapper.getClient());
        bare.setClientScope(mapper.getClientScope());
        bare.setName(mapper.getName());
        bare.setProtocol(mapper.getProtocol());
        bare.setProtocolMapper(mapper.getProtocolMapper());
        mappers.add(bare);
        if (mapper.getConfig() != null) {
            mapper.getConfig().forEach((key, value) -> config.add(new CollectionRows.Row(mapper.getId(), key, value)));
        }
    }

    /** Deletes the rows of these mappers before others are inserted. */
    public void delete(Collection<String> ids) {
        obsolete.addAll(ids);
    }

    /** Deletes obsolete rows and inserts the new ones. The owners of the mappers must already have their rows. */
    public void write() {
        CollectionRows configRows = new CollectionRows(em, ProtocolMapperEntity.class, "config");
        configRows.deleteAllOf(obsolete);
        new Queries(em).execute("delete from ProtocolMapperEntity m where m.id in (:values)", obsolete, Map.of());
        BulkInsert.insert(em, mappers);
        configRows.insert(config);
    }
}
