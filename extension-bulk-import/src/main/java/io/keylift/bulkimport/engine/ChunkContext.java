// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.engine;

import io.keylift.bulkimport.caller.CallerGoneException;
import io.keylift.bulkimport.caller.Callers;
import io.keylift.bulkimport.job.Caller;
import io.keylift.bulkimport.job.EventMode;
import io.keylift.bulkimport.job.JobSpec;
import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.kind.spi.JobNotes;
import io.keylift.bulkimport.kind.spi.RecordOperation;
import jakarta.persistence.EntityManager;
import jakarta.ws.rs.ForbiddenException;
import java.util.Collection;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.keycloak.common.ClientConnection;
import org.keycloak.connections.jpa.JpaConnectionProvider;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.RealmModel;
import org.keycloak.services.resources.admin.AdminAuth;
import org.keycloak.services.resources.admin.AdminEventBuilder;
import org.keycloak.services.resources.admin.fgap.AdminPermissionEvaluator;
import org.keycloak.services.resources.admin.fgap.AdminPermissions;

/** One session of an import, as its kind sees it. */
final class ChunkContext implements ImportContext {

    private final KeycloakSession session;
    private final RealmModel realm;
    private final ImportOptions options;
    private final Caller caller;
    private final Map<Class<?>, Object> shared;
    private final Map<Class<?>, Object> decisions;
    private final Map<Class<?>, Object> chunk;
    private final JobNotes notes;
    private final HeldEvents events = new HeldEvents();
    private AdminAuth auth;
    private AdminPermissionEvaluator permissions;

    ChunkContext(
            KeycloakSession session,
            RealmModel realm,
            ImportOptions options,
            Caller caller,
            Map<Class<?>, Object> shared,
            Map<Class<?>, Object> decisions,
            Map<Class<?>, Object> chunk,
            JobNotes notes) {
        this.session = session;
        this.realm = realm;
        this.options = options;
        this.caller = caller;
        this.shared = shared;
        this.decisions = decisions;
        this.chunk = chunk;
        this.notes = notes;
    }

    @Override
    public KeycloakSession session() {
        return session;
    }

    @Override
    public RealmModel realm() {
        return realm;
    }

    @Override
    public EntityManager entityManager() {
        return session.getProvider(JpaConnectionProvider.class).getEntityManager();
    }

    @Override
    public JobSpec spec() {
        return options.spec();
    }

    ImportOptions options() {
        return options;
    }

    Caller caller() {
        return caller;
    }

    @Override
    public EventMode events() {
        return options.events();
    }

    @Override
    public boolean isRealmReadAfterwards() {
        return events() == EventMode.RECORD;
    }

    @Override
    public AdminPermissionEvaluator permissions() {
        if (permissions == null) {
            permissions = AdminPermissions.evaluator(session, realm, auth());
        }
        return permissions;
    }

    @Override
    public AdminEventBuilder adminEvent() {
        return events.builder(realm, auth(), session, connection());
    }

    /** Events to fire once this session's transaction is committed. */
    HeldEvents heldEvents() {
        return events;
    }

    /** Builder of an event that is fired at once. */
    AdminEventBuilder ownEvent() {
        AdminAuth named = auth == null ? Callers.named(session, caller) : auth;
        return new AdminEventBuilder(realm, named, session, connection());
    }

    private ClientConnection connection() {
        return new ClientConnection() {
            @Override
            public String getRemoteHost() {
                return caller.address();
            }
        };
    }

    /**
     * The common pool needs no release of its threads, and as the work runs only code that is already loaded, the
     * pool's class loader does not matter.
     */
    @Override
    public <T> void onAllCores(Collection<T> parts, Consumer<T> work) {
        RequestLocals request = RequestLocals.capture();
        parts.parallelStream().forEach(part -> request.run(() -> work.accept(part)));
    }

    @Override
    public JobNotes notes() {
        return notes;
    }

    @Override
    public <T> T shared(Class<T> type, Supplier<T> initial) {
        return type.cast(shared.computeIfAbsent(type, any -> initial.get()));
    }

    @Override
    public <T> T ofChunk(Class<T> type, Supplier<T> initial) {
        return type.cast(chunk.computeIfAbsent(type, any -> initial.get()));
    }

    @Override
    public <T> T decisions(Class<T> type, Supplier<T> initial) {
        return type.cast(decisions.computeIfAbsent(type, any -> initial.get()));
    }

    /** Checks again the permission that was checked before the import began: an import can run for hours. */
    void requirePermission(RecordOperation<?, ?> operation) {
        try {
            operation.requirePermission(permissions(), realm);
        } catch (ForbiddenException e) {
            throw new CallerGoneException("The caller no longer has permission for this job");
        }
    }

    private AdminAuth auth() {
        if (auth == null) {
            auth = Callers.in(session, caller);
        }
        return auth;
    }
}
