// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.spi;

import io.keylift.bulkimport.job.Outcome;
import io.keylift.bulkimport.job.Reject;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * A record on its way through a chunk. Its record may be rejected at any step before the chunk is written; the first reject
 * stands. The outcome and the id belong to one attempt to write the chunk and are cleared before the next.
 */
public final class Item<R> {

    private final long line;
    private final Long fileLine;
    private final R record;
    private final String key;
    private Reject reject;
    private Outcome outcome;
    private String id;
    private List<String> removedParts = List.of();
    private final List<Awaited> awaited = new ArrayList<>(0);
    private final List<UniqueKey> followed = new ArrayList<>(0);
    private boolean followsAll;

    /**
     * Something the record needs that another line may still define.
     *
     * @param uniqueKey a key of that line; its pointer leads to where this record names it
     * @param code of the reject if no line does
     * @param message of that reject
     */
    public record Awaited(UniqueKey uniqueKey, String code, String message) {}

    public Item(long line, R record, String key) {
        this(line, null, record, key);
    }

    /** @param fileLine line of the file where the record begins, if that is another number; otherwise {@code null} */
    public Item(long line, Long fileLine, R record, String key) {
        this.line = line;
        this.fileLine = fileLine;
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
            reject = new Reject(line, key, code, pointer, message, fileLine);
        }
    }

    public boolean isRejected() {
        return reject != null;
    }

    /** Why the record is rejected, or {@code null}. */
    public Reject reject() {
        return reject;
    }

    /**
     * Puts the record off: it is tried again when all other lines have been, and rejected only if what it needs is still missing then.
     * Meanwhile the database keeps it as it was sent, so this is not for records that may hold secrets.
     *
     * @param missing a key of the line that would define what is missing, with a pointer to where this record names it
     */
    public void await(UniqueKey missing, String code, String message) {
        awaited.add(new Awaited(missing, code, message));
    }

    /** What the record waits for; empty if it waits for nothing, or is rejected. */
    public List<Awaited> awaited() {
        return isRejected() ? List.of() : List.copyOf(awaited);
    }

    /** Whether the record is to be written: neither rejected nor put off. */
    public boolean isOpen() {
        return reject == null && awaited.isEmpty();
    }

    /** Nothing can define any more what the record waits for. */
    public void rejectAwaiting() {
        if (!awaited.isEmpty()) {
            Awaited first = awaited.get(0);
            reject(first.code(), first.uniqueKey().pointer(), first.message());
        }
    }

    /** What the record waits for will be there. */
    public void endAwaiting() {
        awaited.clear();
    }

    /**
     * Says that the record is to be written after all earlier ones that have this key. For what only the database
     * tells: a name that the record takes from what it changes, or another name of that.
     */
    public void follow(UniqueKey uniqueKey) {
        followed.add(uniqueKey);
    }

    /** Says that the record is to be written after all earlier ones. */
    public void followAll() {
        followsAll = true;
    }

    /** The names of {@link #follow}. */
    public List<UniqueKey> followed() {
        return List.copyOf(followed);
    }

    /** Whether {@link #followAll} was said. */
    public boolean followsAll() {
        return followsAll;
    }

    /** Says what was done with the record, and the id it has in the realm. */
    public void done(Outcome outcome, String id) {
        this.outcome = outcome;
        this.id = id;
    }

    /**
     * Says that the record removed something.
     *
     * @param id the id it had in the realm, or {@code null} if it had none of its own
     * @param parts one name for each single thing removed, always the same for the same thing however a record names it; in a dry run, a
     *     later record that removes none but these counts as skipped
     */
    public void removed(String id, Collection<String> parts) {
        done(Outcome.REMOVED, id);
        removedParts = List.copyOf(parts);
    }

    /** What the record removed, part by part; empty unless its outcome is {@link Outcome#REMOVED}. */
    public List<String> removedParts() {
        return outcome() == Outcome.REMOVED ? removedParts : List.of();
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
        awaited.clear();
        followed.clear();
        followsAll = false;
    }
}
