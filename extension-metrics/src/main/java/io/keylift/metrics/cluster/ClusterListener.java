// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.cluster;

import io.keylift.metrics.EmbeddedInfinispan;
import io.keylift.metrics.FailSafe;
import java.util.Collection;
import java.util.List;
import org.infinispan.Cache;
import org.infinispan.manager.EmbeddedCacheManager;
import org.infinispan.notifications.Listener;
import org.infinispan.notifications.cachelistener.annotation.DataRehashed;
import org.infinispan.notifications.cachelistener.event.DataRehashedEvent;
import org.infinispan.notifications.cachemanagerlistener.annotation.Merged;
import org.infinispan.notifications.cachemanagerlistener.annotation.ViewChanged;
import org.infinispan.notifications.cachemanagerlistener.event.ViewChangedEvent;
import org.infinispan.remoting.transport.Address;
import org.keycloak.models.KeycloakSessionFactory;

/**
 * Tells the events of the embedded Infinispan. The cache manager calls it for views, each clustered cache for its
 * rebalances. Infinispan waits for it, so it only takes notes. Public, because Infinispan requires that.
 */
@Listener
public final class ClusterListener {

    private final ClusterEvents events;
    private final FailSafe failSafe = new FailSafe("events of the cluster");

    public ClusterListener(ClusterEvents events) {
        this.events = events;
    }

    /** Starts listening, if this node is in a cluster and has clustered caches of its own. */
    public void start(KeycloakSessionFactory factory) {
        failSafe.attempt(() -> {
            EmbeddedCacheManager manager = EmbeddedInfinispan.manager(factory);
            if (manager.getCacheManagerConfiguration().isClustered()) {
                events.joined(manager.getAddress().toString());
                manager.addListener(this);
                EmbeddedInfinispan.runningCaches(manager).forEach(this::listen);
            }
        });
    }

    private void listen(Cache<?, ?> cache) {
        if (cache.getCacheConfiguration().clustering().cacheMode().isClustered()) {
            cache.addListener(this);
        }
    }

    /** Called for each new view of the cluster. */
    @ViewChanged
    @Merged
    public void viewChanged(ViewChangedEvent event) {
        failSafe.attempt(() -> events.viewChanged(
                event.isMergeView() ? ClusterEventKind.MERGE : ClusterEventKind.VIEW_CHANGE,
                names(event.getOldMembers()),
                names(event.getNewMembers())));
    }

    /** Called when a cache begins to rebalance, and when all nodes have what they own of it. */
    @DataRehashed
    public void rehashed(DataRehashedEvent<?, ?> event) {
        failSafe.attempt(() -> {
            String cache = event.getCache().getName();
            if (event.isPre()) {
                events.rebalanceStarted(cache, names(event.getMembersAtStart()), names(event.getMembersAtEnd()));
            } else {
                events.rebalanceEnded(cache);
            }
        });
    }

    private static List<String> names(Collection<Address> members) {
        return members.stream().map(Address::toString).toList();
    }
}
