// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.undo;

import io.keylift.bulkimport.job.EventMode;
import io.keylift.bulkimport.job.JobSpec;
import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.kind.spi.JobNotes;
import jakarta.persistence.EntityManager;
import java.util.function.Supplier;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.RealmModel;
import org.keycloak.services.resources.admin.AdminEventBuilder;
import org.keycloak.services.resources.admin.fgap.AdminPermissionEvaluator;

/**
 * The session of a chunk of an undo as the import or removal of a kind sees it.
 *
 * @param spec of that import or removal
 */
record PartContext(ImportContext context, JobSpec spec) implements ImportContext {

    @Override
    public KeycloakSession session() {
        return context.session();
    }

    @Override
    public RealmModel realm() {
        return context.realm();
    }

    @Override
    public EntityManager entityManager() {
        return context.entityManager();
    }

    @Override
    public AdminPermissionEvaluator permissions() {
        return context.permissions();
    }

    @Override
    public EventMode events() {
        return context.events();
    }

    @Override
    public AdminEventBuilder adminEvent() {
        return context.adminEvent();
    }

    @Override
    public JobNotes notes() {
        return context.notes();
    }

    @Override
    public <T> T shared(Class<T> type, Supplier<T> initial) {
        return context.shared(type, initial);
    }

    @Override
    public <T> T ofChunk(Class<T> type, Supplier<T> initial) {
        return context.ofChunk(type, initial);
    }

    @Override
    public <T> T decisions(Class<T> type, Supplier<T> initial) {
        return context.decisions(type, initial);
    }
}
