// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.clients;

import io.keylift.bulkimport.kind.clients.draft.DraftClient;
import org.keycloak.authorization.jpa.entities.ResourceServerEntity;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.RealmModel;
import org.keycloak.models.UserModel;
import org.keycloak.models.jpa.entities.ClientEntity;
import org.keycloak.storage.adapter.InMemoryUserAdapter;

/** A client that the realm has, as its rows were read. */
final class StoredClient {

    /** Its own row, managed by the chunk's entity manager. */
    final ClientEntity row;

    /** A copy with all that hangs on it, which Keycloak's code may change. */
    final DraftClient draft;

    /** Id and name of its user, or {@code null}. */
    String userId;

    String username;

    /** Its authorization settings, managed like the row, or {@code null}. */
    ResourceServerEntity resourceServer;

    StoredClient(ClientEntity row, DraftClient draft) {
        this.row = row;
        this.draft = draft;
    }

    /** The service account, as far as caches need it. */
    UserModel user(KeycloakSession session, RealmModel realm) {
        InMemoryUserAdapter user = new InMemoryUserAdapter(session, realm, userId);
        user.setSingleAttribute(UserModel.USERNAME, username);
        return user;
    }

    String id() {
        return row.getId();
    }
}
