// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.shared.removal;

import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.rows.Queries;
import jakarta.persistence.EntityManager;
import java.util.List;
import java.util.Set;
import org.keycloak.models.GroupModel;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.RealmModel;
import org.keycloak.models.jpa.GroupAdapter;
import org.keycloak.models.jpa.entities.GroupEntity;

/** Publishes the event of Keycloak's {@code removeGroup} for groups that are about to be deleted together. */
public final class RemovedGroups {

    private final ImportContext context;
    private final EntityManager em;
    private final List<GroupEntity> groups;
    private final GroupOrder order;

    /** @param all ids of all groups that are removed */
    public RemovedGroups(ImportContext context, Queries rows, Set<String> all) {
        this.context = context;
        em = context.entityManager();
        groups = rows.bare("select g from GroupEntity g where g.id in (:values)", GroupEntity.class, all);
        order = new GroupOrder(groups);
    }

    /** Publishes the events of a group and of those below it, of each once. */
    public void publish(String id) {
        for (GroupEntity group : order.from(id)) {
            context.session()
                    .getKeycloakSessionFactory()
                    .publish(new Removed(context, new GroupAdapter(context.session(), context.realm(), em, group)));
        }
    }

    /** Must be called before the groups are deleted, or else a flush would compare each of them. */
    public void forget() {
        groups.forEach(em::detach);
    }

    private record Removed(ImportContext context, GroupModel group) implements GroupModel.GroupRemovedEvent {

        @Override
        public RealmModel getRealm() {
            return context.realm();
        }

        @Override
        public GroupModel getGroup() {
            return group;
        }

        @Override
        public KeycloakSession getKeycloakSession() {
            return context.session();
        }
    }
}
