// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.job;

/**
 * Knowledge that the chunks of a run share about other jobs of the same kind in the realm, for {@link
 * JobLedger#watchKeys}. Thread-safe.
 */
public final class OtherJobs {

    private volatile boolean aware;
    private volatile boolean absent;

    /** Whether every chunk of another job that is in flight knows of this job. */
    public boolean areAware() {
        return aware;
    }

    /** Notes that they are, and stay, aware of this job. */
    public void areAwareNow() {
        aware = true;
    }

    /** Whether the last chunk that has asked found no other job. */
    public boolean areAbsent() {
        return absent;
    }

    /** Notes whether a chunk has found another job. */
    public void found(boolean any) {
        absent = !any;
    }
}
