// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.capability.assignment;

import io.keylift.bulkimport.rows.Isolation;
import io.keylift.bulkimport.rows.Queries;
import io.keylift.capability.entity.KeyliftCapabilityHolderEntity;
import jakarta.persistence.EntityManager;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jboss.logging.Logger;
import org.keycloak.Config;
import org.keycloak.connections.jpa.JpaConnectionProvider;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.KeycloakSessionFactory;
import org.keycloak.models.utils.KeycloakModelUtils;
import org.keycloak.services.scheduled.ClusterAwareScheduledTaskRunner;
import org.keycloak.storage.StorageId;
import org.keycloak.timer.ScheduledTask;
import org.keycloak.timer.TimerProvider;

/**
 * Deletes the data of users whose removal Keycloak does not announce: those of a removed user storage, and imported
 * users that were removed from the realm. One node does this at the interval of Keycloak's own clean-ups.
 */
public final class AbandonedUsers implements ScheduledTask {

    private static final Logger LOG = Logger.getLogger(AbandonedUsers.class);

    /** Default of Keycloak's {@code --spi-scheduled--interval}, in seconds. */
    private static final long DEFAULT_INTERVAL = 900;

    private static final int MAX_USERS = 10_000;

    private static final String HELD = "select h.id from KeyliftCapabilityHolderEntity h where h.type = :type and ";

    /** Users that a storage has imported have a row like all others. */
    private static final String LOCAL =
            HELD + "h.id not like 'f:%' and not exists (select 1 from UserEntity u where u.id = h.id)";

    /** The id of a user who exists only in a storage begins with {@code f:} and the id of the storage. */
    private static final String STORAGES = "select distinct substring(h.id, 3, locate(':', h.id, 3) - 3)"
            + " from KeyliftCapabilityHolderEntity h where h.type = :type and h.id like 'f:%:%'";

    private static final String OF_STORAGE = HELD + "h.id like concat('f:', :storage, ':%')";

    private static final String AMONG_THESE = " and h.id in (:values)";

    private AbandonedUsers() {}

    public static void schedule(KeycloakSessionFactory factory) {
        long interval = 1000 * Config.scope("scheduled").getLong("interval", DEFAULT_INTERVAL);
        KeycloakModelUtils.runJobInTransaction(
                factory,
                session -> session.getProvider(TimerProvider.class)
                        .schedule(
                                new ClusterAwareScheduledTaskRunner(factory, new AbandonedUsers(), interval),
                                interval));
    }

    @Override
    public String getTaskName() {
        return "KeyliftAbandonedUsers";
    }

    @Override
    public void run(KeycloakSession session) {
        EntityManager em = session.getProvider(JpaConnectionProvider.class).getEntityManager();
        Isolation.readCommitted(em);
        List<String> users = new ArrayList<>(em.createQuery(LOCAL, String.class)
                .setParameter("type", HolderType.USER.name())
                .setMaxResults(MAX_USERS)
                .getResultList());
        for (String storage : storagesThatAreGone(em)) {
            users.addAll(em.createQuery(OF_STORAGE, String.class)
                    .setParameter("type", HolderType.USER.name())
                    .setParameter("storage", storage)
                    .setMaxResults(MAX_USERS)
                    .getResultList());
        }
        List<String> locked = lock(em, users);
        if (!locked.isEmpty()) {
            RemovedHolders.remove(em, HolderType.USER, locked);
            LOG.infof("Removed the capabilities of %d users that were removed with their user storage", locked.size());
        }
    }

    /** Locks the users against new assignments, and returns those who still do not exist. */
    private static List<String> lock(EntityManager em, List<String> users) {
        Queries rows = new Queries(em);
        Map<String, String> ofUsers = Map.of("type", HolderType.USER.name());
        rows.lock(
                "select h from KeyliftCapabilityHolderEntity h where h.type = :type" + AMONG_THESE + " order by h.id",
                KeyliftCapabilityHolderEntity.class,
                users,
                ofUsers);
        List<String> gone = new ArrayList<>(rows.list(LOCAL + AMONG_THESE, String.class, users, ofUsers));
        Set<String> storages = storagesThatAreGone(em);
        users.stream()
                .filter(user -> storages.contains(new StorageId(user).getProviderId()))
                .forEach(gone::add);
        return gone;
    }

    /** Looks up each storage once by its key, however many users it has. */
    private static Set<String> storagesThatAreGone(EntityManager em) {
        Set<String> storages = new HashSet<>(em.createQuery(STORAGES, String.class)
                .setParameter("type", HolderType.USER.name())
                .getResultList());
        new Queries(em)
                .list("select c.id from ComponentEntity c where c.id in (:values)", String.class, storages, Map.of())
                .forEach(storages::remove);
        return storages;
    }
}
