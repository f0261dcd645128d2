// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind;

import io.keylift.bulkimport.job.Outcome;
import io.keylift.bulkimport.job.Reject;

/**
 * A record on its way through a chunk. Its record may be rejected at any step before the chunk is written; the first reject
 * stands. The outcome and the id belong to one attempt to write the chunk and are cleared before the next.
 */
public final class Item<R> {

    private final long line;
    private final R record;
    private final String key;
    private Reject reject;
    private Outcome outcome;
    private String id;

    public Item(long line, R record, String key) {
        this.line = line;
        this.record = record;
        this.key = key;
    }

    /** Number of the record in the input, from 1. */
    public long line() {
        return line;
    }

    /** The record; {@code null} only for an item that was rejected before it could be read. */
    public R record() {
        return record;
    }

    /** The record's own key as far as it could be read, or {@code null}. */
    public String key() {
        return key;
    }

    /** Rejects the record, unless it is rejected already. */
    public void reject(String code, String pointer, String message) {
        if (reject == null) {
            reject = new Reject(line, key, code, pointer, message);
        }
    }

    public boolean isRejected() {
        return reject != null;
    }

    /** Why the record is rejected, or {@code null}. */
    public Reject reject() {
        return reject;
    }

    /** Says what was done with the record, and the id it has in the realm. */
    public void done(Outcome outcome, String id) {
        this.outcome = outcome;
        this.id = id;
    }

    /** What became of the record, or {@code null} as long as that is open. */
    public Outcome outcome() {
        return isRejected() ? Outcome.REJECTED : outcome;
    }

    /** Id of what the record describes, or {@code null} if it was not written. */
    public String id() {
        return id;
    }

    /** Forgets what an attempt that was rolled back said about the record. */
    public void resetAttempt(Reject before) {
        reject = before;
        outcome = null;
        id = null;
    }
}
