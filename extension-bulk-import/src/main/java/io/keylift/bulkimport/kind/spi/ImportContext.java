// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.spi;

import io.keylift.bulkimport.job.EventMode;
import io.keylift.bulkimport.job.JobSpec;
import java.util.Collection;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.keycloak.services.resources.admin.AdminEventBuilder;

/**
 * Session, realm, caller and job for the work on one chunk. The engine passes one to {@link RecordOperation#validator}
 * and another to {@link RecordOperation#writer}, each with a session of its own. A context belongs to one session and
 * one thread: do not keep it longer than the validator or writer.
 */
public interface ImportContext extends ReadContext {

    /** Parameters of the job, such as {@code ifExists}, {@code ids} and {@code dryRun}. */
    JobSpec spec();

    /** Whether the job records admin events. */
    EventMode events();

    /**
     * Returns a new builder of an admin event in the name of the caller. The engine sends its events after the commit
     * of the chunk, and drops them after a rollback.
     */
    AdminEventBuilder adminEvent();

    /**
     * Whether the realm is read in this session after the write, for example by receivers of events. Then the entity of
     * the realm must stay attached.
     */
    boolean isRealmReadAfterwards();

    /**
     * Processes the parts in parallel, on the calling thread and the common pool, and returns when all are done. The
     * work must not use the session and should not block.
     */
    <T> void onAllCores(Collection<T> parts, Consumer<T> work);

    /** Notes that the chunks of this job leave for later chunks. */
    JobNotes notes();

    /**
     * Returns state of the kind that lives as long as the run of the job on this node, created at first use. It must be
     * thread-safe and must not refer to a session.
     *
     * @param type class of the state, which identifies it
     */
    <T> T shared(Class<T> type, Supplier<T> initial);

    /**
     * Like {@link #shared}, for the lifetime of the chunk: its validation and all attempts to write it. Keep the
     * results of {@link OutsideWork} here.
     */
    <T> T ofChunk(Class<T> type, Supplier<T> initial);

    /** Like {@link #shared}, for decisions on the caller's permissions. The state is lost when the job pauses. */
    @Override
    <T> T decisions(Class<T> type, Supplier<T> initial);
}
