// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.shared.reference;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashSet;
import java.util.List;
import org.infinispan.Cache;
import org.infinispan.configuration.cache.ConfigurationBuilder;
import org.infinispan.configuration.global.GlobalConfigurationBuilder;
import org.infinispan.manager.DefaultCacheManager;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.keycloak.models.cache.infinispan.UserCacheManager;
import org.keycloak.models.cache.infinispan.entities.AbstractRevisioned;
import org.keycloak.models.cache.infinispan.entities.Revisioned;
import org.keycloak.spi.infinispan.impl.embedded.CacheConfigurator;

/** Law 10 for the cache of users, with Keycloak's own class for it. */
class UserInvalidationsTest {

    private static DefaultCacheManager caches;

    private Cache<String, Long> revisions;
    private UserCacheManager manager;

    /** An entry of the cache. */
    private static final class Entry extends AbstractRevisioned {
        Entry(long revision, String id) {
            super(revision, id);
        }
    }

    @BeforeAll
    static void start() {
        caches = new DefaultCacheManager(
                new GlobalConfigurationBuilder().nonClusteredDefault().build());
        ConfigurationBuilder users = new ConfigurationBuilder();
        users.simpleCache(true).encoding().mediaType("application/x-java-object");
        caches.defineConfiguration("users", users.build());
        caches.defineConfiguration(
                "userRevisions", CacheConfigurator.getRevisionCacheConfig(1000).build());
    }

    @AfterAll
    static void stop() {
        caches.stop();
    }

    @BeforeEach
    void empty() {
        Cache<String, Revisioned> entries = caches.getCache("users");
        revisions = caches.getCache("userRevisions");
        manager = new UserCacheManager(entries, revisions);
        manager.clear();
    }

    /** Reads a user from the database as a session of Keycloak does, and stores it in the cache later. */
    private final class Reader {

        private final long startOfSession = manager.getCurrentCounter();
        private final String id;
        private final long revision;

        Reader(String id) {
            this.id = id;
            revision = manager.getCurrentRevision(id);
        }

        void store() {
            manager.addRevisioned(new Entry(revision, id), startOfSession);
        }
    }

    private boolean isCached(String id) {
        return manager.get(id, Entry.class) != null;
    }

    private void invalidate(String... keys) {
        UserInvalidations.invalidate(manager, revisions, new LinkedHashSet<>(List.of(keys)));
    }

    @Test
    void law10_anEntryIsGone() {
        new Reader("removed").store();
        assertThat(isCached("removed")).isTrue();

        invalidate("other", "removed", "another");

        assertThat(isCached("removed")).isFalse();
    }

    @Test
    void law10_anEntryWithoutRevisionIsGone() {
        new Reader("removed").store();
        revisions.remove("removed");

        invalidate("other", "removed", "another");

        assertThat(manager.getCache()).doesNotContainKey("removed");
    }

    @Test
    void law10_whoHasReadAUserBeforeStoresNothing() {
        Reader reader = new Reader("removed");
        assertThat(revisions).isEmpty();

        invalidate("other", "removed", "another");
        reader.store();

        assertThat(isCached("removed")).isFalse();
    }

    /** An entry has left the cache, but its revision has not. */
    @Test
    void law10_whoHasReadAUserWithARevisionBeforeStoresNothing() {
        new Reader("removed").store();
        manager.getCache().remove("removed");
        Reader reader = new Reader("removed");

        invalidate("other", "removed", "another");
        reader.store();

        assertThat(isCached("removed")).isFalse();
    }

    @Test
    void whoReadsAUserAfterwardsStoresIt() {
        invalidate("other", "changed", "another");

        new Reader("changed").store();

        assertThat(isCached("changed")).isTrue();
    }

    @Test
    void keysWithoutRevisionGetNone() {
        invalidate("one", "two", "three", "four");

        assertThat(revisions).hasSize(1);
    }
}
