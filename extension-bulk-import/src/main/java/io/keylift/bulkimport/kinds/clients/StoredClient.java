// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.clients;

import io.keylift.bulkimport.kinds.clients.draft.DraftClient;
import org.keycloak.authorization.jpa.entities.ResourceServerEntity;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.RealmModel;
import org.keycloak.models.UserModel;
import org.keycloak.models.jpa.entities.ClientEntity;
import org.keycloak.storage.adapter.InMemoryUserAdapter;

/** An existing client with its rows. */
final class StoredClient {

    /** Its own row, managed by the chunk's entity manager. */
    final ClientEntity row;

    /** A copy with the rows of all tables, which Keycloak's code may change. */
    final DraftClient draft;

    /** Id and username of its service account, or {@code null}. */
    String userId;

    String username;

    /** Its authorization settings, managed like the row, or {@code null}. */
    ResourceServerEntity resourceServer;

    StoredClient(ClientEntity row, DraftClient draft) {
        this.row = row;
        this.draft = draft;
    }

    /** The service account with the values that caches need. */
    UserModel user(KeycloakSession session, RealmModel realm) {
        InMemoryUserAdapter user = new InMemoryUserAdapter(session, realm, userId);
        user.setSingleAttribute(UserModel.USERNAME, username);
        return user;
    }

    String id() {
        return row.getId();
    }
}
