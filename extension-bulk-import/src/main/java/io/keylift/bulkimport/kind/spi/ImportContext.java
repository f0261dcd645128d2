// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.spi;

import io.keylift.bulkimport.job.EventMode;
import io.keylift.bulkimport.job.JobSpec;
import java.util.Collection;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.keycloak.services.resources.admin.AdminEventBuilder;

/** Session, realm and services for the work on one chunk. Belongs to one session and one thread. */
public interface ImportContext extends ReadContext {

    JobSpec spec();

    EventMode events();

    /**
     * Builder of admin events in the name of the caller. The events are sent after the commit of the chunk, and dropped
     * on rollback.
     */
    AdminEventBuilder adminEvent();

    /**
     * Whether somebody reads more of the realm in this session after the write, such as the receivers of events: then
     * the model of the realm must not lose its entity.
     */
    boolean isRealmReadAfterwards();

    /**
     * Does work on all cores, on the calling thread and those of the common pool, as work for the request. It must not
     * use the session, and should not block.
     */
    <T> void onAllCores(Collection<T> parts, Consumer<T> work);

    /** Notes that chunks of this job leave for later chunks. */
    JobNotes notes();

    /**
     * State of the kind for the lifetime of the job on this node, created at first use. It must be thread-safe and must
     * not refer to a session.
     */
    <T> T shared(Class<T> type, Supplier<T> initial);

    /** Like {@link #shared}, for the lifetime of the chunk: all attempts to write it, and the work before them. */
    <T> T ofChunk(Class<T> type, Supplier<T> initial);

    /** Like {@link #shared}, for decisions about the caller's permissions. The state ends when the job is paused. */
    @Override
    <T> T decisions(Class<T> type, Supplier<T> initial);
}
