// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.capability.catalog;

import io.keylift.capability.Capability;
import jakarta.persistence.EntityManager;
import java.util.List;

/** Reads the catalog of a realm. */
public final class CatalogReader {

    /** Revision of a catalog that has never been changed. */
    public static final String NO_REVISION = "";

    private final EntityManager em;

    public CatalogReader(EntityManager em) {
        this.em = em;
    }

    /** The current revision of the catalog: one row by its key. */
    public String revision(String realmId) {
        List<String> revisions = em.createQuery(
                        "select c.revision from KeyliftCapabilityCatalogEntity c where c.realmId = :realm",
                        String.class)
                .setParameter("realm", realmId)
                .getResultList();
        return revisions.isEmpty() ? NO_REVISION : revisions.get(0);
    }

    /**
     * The whole catalog, in two queries.
     *
     * @param revision read before: if the catalog is newer than that, the next reader sees another revision and reads
     *     again
     */
    public Catalog read(String realmId, String revision) {
        Catalog.Builder catalog = new Catalog.Builder();
        em.createQuery(
                        "select c.id, c.name, c.isSet, c.resource, c.action, c.type, c.source"
                                + " from KeyliftCapabilityEntity c where c.realmId = :realm",
                        Object[].class)
                .setParameter("realm", realmId)
                .getResultList()
                .forEach(row -> catalog.add(capability(row)));
        em.createQuery(
                        "select e.setId, e.capabilityId from KeyliftCapabilityExpansionEntity e"
                                + " join KeyliftCapabilityEntity s on s.id = e.setId where s.realmId = :realm",
                        Object[].class)
                .setParameter("realm", realmId)
                .getResultList()
                .forEach(row -> catalog.expand((String) row[0], (String) row[1]));
        return catalog.build(revision);
    }

    private static Capability capability(Object[] row) {
        return new Capability(
                (String) row[0],
                (String) row[1],
                (Boolean) row[2],
                (String) row[3],
                (String) row[4],
                (String) row[5],
                (String) row[6]);
    }
}
