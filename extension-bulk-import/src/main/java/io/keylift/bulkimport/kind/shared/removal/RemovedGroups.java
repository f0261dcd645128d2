// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.shared.removal;

import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.rows.Queries;
import io.keylift.bulkimport.rows.ReadEntities;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.keycloak.models.GroupModel;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.RealmModel;
import org.keycloak.models.jpa.GroupAdapter;
import org.keycloak.models.jpa.entities.GroupAttributeEntity;
import org.keycloak.models.jpa.entities.GroupEntity;
import org.keycloak.models.jpa.entities.OrganizationDomainEntity;
import org.keycloak.models.jpa.entities.OrganizationEntity;

/** Publishes the event of Keycloak's {@code removeGroup} for groups that are about to be deleted together. */
public final class RemovedGroups {

    private static final Set<Class<?>> REMOVED = Set.of(
            GroupEntity.class, GroupAttributeEntity.class, OrganizationEntity.class, OrganizationDomainEntity.class);

    private final ImportContext context;
    private final GroupOrder order;

    /**
     * Reads the groups with their attributes, and detaches them: listeners query, and each query would compare all
     * groups with what was read.
     *
     * @param all ids of all groups that are removed
     */
    public RemovedGroups(ImportContext context, Queries rows, Set<String> all) {
        this.context = context;
        List<GroupEntity> groups = rows.list(
                "select distinct g from GroupEntity g left join fetch g.attributes where g.id in (:values)",
                GroupEntity.class,
                all,
                Map.of());
        ReadEntities.detach(context.entityManager());
        order = new GroupOrder(groups);
    }

    /**
     * Writes what listeners have changed, and detaches the groups and organizations that they have read, or else each
     * query of theirs would compare all of these. Called after the events of each removal.
     */
    public void settle() {
        context.entityManager().flush();
        ReadEntities.detach(context.entityManager(), REMOVED);
    }

    /** Publishes the events of a group and of those below it, of each once. */
    public void publish(String id) {
        for (GroupEntity group : order.from(id)) {
            GroupModel model = new GroupAdapter(context.session(), context.realm(), context.entityManager(), group);
            context.session().getKeycloakSessionFactory().publish(new Removed(context, model));
        }
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
