// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.capability.evaluation;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.keylift.capability.assignment.Assignments;
import io.keylift.capability.assignment.Holder;
import io.keylift.capability.catalog.Catalog;
import io.keylift.capability.catalog.CatalogReader;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.jboss.logging.Logger;
import org.keycloak.models.KeycloakSession;

/**
 * This node's cache of catalogs and assignments, each with the revision at which it was read. Callers pass the current
 * revision from the database. Results are therefore never stale, whichever node made a change, and no invalidation
 * messages are needed.
 */
public final class CapabilityCache {

    private static final Logger LOG = Logger.getLogger(CapabilityCache.class);

    /** Maximum number of cached assignments, over all roles and users. */
    private static final long MAX_ASSIGNMENTS = 2_000_000;

    private record Assigned(String revision, Set<String> ids) {}

    private final Cache<String, Catalog> catalogs;
    private final AtomicBoolean isTold = new AtomicBoolean();

    private final Cache<Holder, Assigned> assigned = Caffeine.newBuilder()
            .maximumWeight(MAX_ASSIGNMENTS)
            .weigher((Holder holder, Assigned held) -> 1 + held.ids().size())
            .build();

    private final BackgroundReader ahead = new BackgroundReader(this);

    /** @param maxCatalogEntries maximum number of entries in all cached catalogs, some hundred bytes each */
    public CapabilityCache(long maxCatalogEntries) {
        catalogs = Caffeine.newBuilder()
                .maximumWeight(maxCatalogEntries)
                .weigher((String realm, Catalog catalog) -> 1 + catalog.size())
                .evictionListener((realm, catalog, cause) -> tell(realm, catalog, maxCatalogEntries))
                .build();
    }

    private void tell(String realmId, Catalog catalog, long max) {
        if (catalog != null && isTold.compareAndSet(false, true)) {
            LOG.warnf(
                    "The cache is too small for the capabilities of realm %s, so Keylift reads them again and again."
                            + " They take %d of %d entries. Raise"
                            + " --spi-capability-evaluation--keylift--max-catalog-entries.",
                    realmId, catalog.size(), max);
        }
    }

    /** The current catalog: one query if nothing has changed. Concurrent requests of a realm read a change once. */
    Catalog catalog(String realmId, CatalogReader reader) {
        String revision = reader.revision(realmId);
        return catalog(realmId, revision, () -> reader.read(realmId, revision));
    }

    Catalog catalog(String realmId, String revision, Supplier<Catalog> reader) {
        Catalog known = catalogs.getIfPresent(realmId);
        return isCurrent(known, revision)
                ? known
                : catalogs.asMap()
                        .compute(realmId, (id, present) -> isCurrent(present, revision) ? present : reader.get());
    }

    private static boolean isCurrent(Catalog catalog, String revision) {
        return catalog != null && catalog.revision().equals(revision);
    }

    /** Ids of the holder's assignments at this revision, or {@code null} if they are not cached. */
    Set<String> held(Holder holder, String revision) {
        Assigned known = assigned.getIfPresent(holder);
        return known != null && known.revision().equals(revision) ? known.ids() : null;
    }

    /** Reads the assignments of each holder: one query for roles and one for users. */
    Map<Holder, Set<String>> read(Map<Holder, String> revisions, Assignments assignments) {
        Map<Holder, Set<String>> held = new HashMap<>();
        assignments.held(revisions.keySet()).forEach((holder, ids) -> {
            Assigned read = new Assigned(revisions.get(holder), Set.copyOf(ids));
            assigned.put(holder, read);
            held.put(holder, read.ids());
        });
        return held;
    }

    /** Reads the assignments of these holders in the background. */
    void readAhead(Set<Holder> holders, KeycloakSession session) {
        ahead.read(holders, session);
    }
}
