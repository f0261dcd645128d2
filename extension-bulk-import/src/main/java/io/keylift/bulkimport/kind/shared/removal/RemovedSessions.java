// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.shared.removal;

import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.rows.Queries;
import java.util.List;
import java.util.Map;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.RealmModel;
import org.keycloak.models.UserModel;
import org.keycloak.models.UserSessionModel;
import org.keycloak.models.UserSessionProvider;
import org.keycloak.models.sessions.infinispan.PersistentUserSessionProvider;
import org.keycloak.storage.adapter.InMemoryUserAdapter;

/** Ends the sessions of removed users, online and offline, and forgets their failed logins. */
final class RemovedSessions {

    private static final String SESSIONS =
            "select s.userSessionId, s.offline, c.clientId, c.clientStorageProvider, c.externalClientId"
                    + " from PersistentUserSessionEntity s left join PersistentClientSessionEntity c"
                    + " on c.userSessionId = s.userSessionId and c.offline = s.offline where s.userId in (:values)";

    private static final List<String> DELETIONS = List.of(
            "delete from PersistentClientSessionEntity c where c.userSessionId in"
                    + " (select s.userSessionId from PersistentUserSessionEntity s where s.userId in (:values))",
            "delete from PersistentUserSessionEntity s where s.userId in (:values)");

    private final ImportContext context;
    private final KeycloakSession session;
    private final RealmModel realm;
    private final Queries rows;

    RemovedSessions(ImportContext context, Queries rows) {
        this.context = context;
        session = context.session();
        realm = context.realm();
        this.rows = rows;
    }

    void remove(List<RemovedUser> users, List<String> ids) {
        UserSessionProvider sessions = session.sessions();
        if (sessions instanceof PersistentUserSessionProvider) {
            // All sessions are in the database, which shows the ones that the caches may contain.
            CachedSessions.forgetAfterCommit(session, rows.select(SESSIONS, ids, Map.of()));
        } else {
            users.forEach(user -> remove(sessions, new InMemoryUserAdapter(session, realm, user.id())));
        }
        DELETIONS.forEach(deletion -> rows.execute(deletion, ids));
        LoginFailures.forget(context, rows, ids);
    }

    /** If sessions are stored in caches only, Keycloak's own search runs for each user. */
    private void remove(UserSessionProvider sessions, UserModel user) {
        sessions.removeUserSessions(realm, user);
        List<UserSessionModel> offline =
                sessions.getOfflineUserSessionsStream(realm, user).toList();
        offline.forEach(each -> sessions.removeOfflineUserSession(realm, each));
    }
}
