// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.spi;

import io.keylift.bulkimport.job.EventMode;
import io.keylift.bulkimport.job.JobSpec;
import io.keylift.bulkimport.kind.Decisions;
import jakarta.persistence.EntityManager;
import java.util.function.Supplier;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.RealmModel;
import org.keycloak.services.resources.admin.AdminEventBuilder;
import org.keycloak.services.resources.admin.fgap.AdminPermissionEvaluator;

/** What a kind has to work with for one chunk. Belongs to the chunk's own session. */
public interface ImportContext {

    KeycloakSession session();

    /** The realm imported into; records never choose it. */
    RealmModel realm();

    /** The chunk's entity manager, in the chunk's transaction. */
    EntityManager entityManager();

    JobSpec spec();

    EventMode events();

    /** The caller's permissions, evaluated in the chunk's session. Deciding may cost SQL: keep decisions in {@link #decisions}. */
    AdminPermissionEvaluator permissions();

    /** Builder of admin events in the caller's name. They are told once the chunk is committed, and not at all if it is not. */
    AdminEventBuilder adminEvent();

    /** What this job's chunks tell those that come after them. */
    JobNotes notes();

    /**
     * State of a kind that lives as long as the job on this node, made at first use. Must be safe for use by several threads and
     * must hold on to no session.
     */
    <T> T shared(Class<T> type, Supplier<T> initial);

    /** The same for what lives as long as the chunk: the attempts to write it, and the work they need done first. */
    <T> T ofChunk(Class<T> type, Supplier<T> initial);

    /**
     * The same for what was decided about the caller's rights: it lives no longer than until the job is paused. Of what is in it, let
     * {@link Decisions} see to the age.
     */
    <T> T decisions(Class<T> type, Supplier<T> initial);
}
