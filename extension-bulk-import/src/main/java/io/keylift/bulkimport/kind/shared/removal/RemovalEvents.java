// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.shared.removal;

import io.keylift.bulkimport.job.EventMode;
import io.keylift.bulkimport.kind.spi.ImportContext;
import java.util.ArrayList;
import java.util.List;
import org.keycloak.events.admin.OperationType;
import org.keycloak.events.admin.ResourceType;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.RealmModel;
import org.keycloak.models.UserModel;
import org.keycloak.representations.idm.UserRepresentation;

/**
 * Fires the events of {@code DELETE} for each user, if the job has events for each record: the model events, for which
 * Keycloak's own listeners run statements for each user, and an admin event.
 */
final class RemovalEvents {

    private final ImportContext context;
    private final List<RemovedUser> users;
    private final List<UserModel> models = new ArrayList<>();

    RemovalEvents(ImportContext context, List<RemovedUser> users) {
        this.context = context;
        this.users = users;
    }

    void beforeRemoval() {
        if (context.events() != EventMode.RECORD) {
            return;
        }
        for (RemovedUser user : users) {
            UserModel model = context.session().users().getUserById(context.realm(), user.id());
            if (model != null) {
                models.add(model);
                context.session().getKeycloakSessionFactory().publish(new PreRemoved(context, model));
            }
        }
    }

    void afterRemoval() {
        if (context.events() != EventMode.RECORD) {
            return;
        }
        models.forEach(model -> context.session().getKeycloakSessionFactory().publish(new Removed(context, model)));
    }

    void fireAdminEvents() {
        if (context.events() != EventMode.RECORD) {
            return;
        }
        for (RemovedUser user : users) {
            UserRepresentation representation = new UserRepresentation();
            representation.setId(user.id());
            representation.setUsername(user.username());
            context.adminEvent()
                    .resource(ResourceType.USER)
                    .operation(OperationType.DELETE)
                    .resourcePath("users", user.id())
                    .representation(representation)
                    .success();
        }
    }

    private record PreRemoved(ImportContext context, UserModel user) implements UserModel.UserPreRemovedEvent {

        @Override
        public RealmModel getRealm() {
            return context.realm();
        }

        @Override
        public UserModel getUser() {
            return user;
        }

        @Override
        public KeycloakSession getKeycloakSession() {
            return context.session();
        }
    }

    private record Removed(ImportContext context, UserModel user) implements UserModel.UserRemovedEvent {

        @Override
        public RealmModel getRealm() {
            return context.realm();
        }

        @Override
        public UserModel getUser() {
            return user;
        }

        @Override
        public KeycloakSession getKeycloakSession() {
            return context.session();
        }
    }
}
