// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.spi;

import io.keylift.bulkimport.job.Outcome;
import io.keylift.bulkimport.job.Reject;
import io.keylift.bulkimport.job.Warning;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Predicate;

/**
 * A record of a chunk and its result. A kind reads the record, and {@linkplain #reject rejects} or
 * {@linkplain #await defers} it, or sets its {@linkplain #done outcome}; the engine reads the result and reports it
 * after the commit. Every step before the write can reject the record, and the first reject counts. Rejects, outcome
 * and id of an attempt to write the chunk are reset before the next attempt. An item is not thread-safe.
 *
 * @param <R> class of the record
 */
public final class Item<R> {

    private final long line;
    private final Long fileLine;
    private final R record;
    private Object given;
    private final String key;
    private String kind;
    private List<String> givenIds = List.of();
    private Reject reject;
    private Outcome outcome;
    private String id;
    private List<String> removedParts = List.of();
    private List<String> differences = List.of();
    private List<String> notCompared = List.of();
    private Warning warning;
    private RejectPolicy policy = RejectPolicy.none();
    private final List<Awaited> awaited = new ArrayList<>(0);
    private final List<UniqueKey> followed = new ArrayList<>(0);
    private boolean followsAll;

    /**
     * A reference of the record that another line can still define.
     *
     * @param uniqueKey key of that line; its pointer is the place of the reference in this record
     * @param code reject code if no line defines it
     * @param message message of that reject
     */
    public record Awaited(UniqueKey uniqueKey, String code, String message) {}

    public Item(long line, R record, String key) {
        this(line, null, record, key);
    }

    /** @param fileLine line of the file where the record begins; {@code null} if it equals {@code line} */
    public Item(long line, Long fileLine, R record, String key) {
        this.line = line;
        this.fileLine = fileLine;
        this.record = record;
        this.given = record;
        this.key = key;
    }

    /** Returns this item with the valid record that validation has made of its record. */
    @SuppressWarnings("unchecked")
    public <V> Item<V> with(V valid) {
        if (valid == record) {
            return (Item<V>) this;
        }
        Item<V> item = new Item<>(line, fileLine, valid, key);
        item.kind = kind;
        item.given = given;
        item.givenIds = givenIds;
        item.reject = reject;
        item.policy = policy;
        return item;
    }

    /** Sets {@link #kind}. */
    public void nameKind(String id) {
        kind = id;
    }

    /** Kind of the record if the input names it; otherwise {@code null}. */
    public String kind() {
        return kind;
    }

    /** Sets the ids of {@link #givenIds}. */
    public void giveIds(List<String> ids) {
        givenIds = List.copyOf(ids);
    }

    /**
     * Ids that the record gives and that other records may give, too. The engine writes two records of different chunks
     * with a common id in the order of the input.
     */
    public List<String> givenIds() {
        return givenIds;
    }

    /** Number of the record in the input, from 1. */
    public long line() {
        return line;
    }

    /** The record; {@code null} only for an item that was rejected before it could be read. */
    public R record() {
        return record;
    }

    /** The record before validation; {@code null} only for an item that was rejected before it could be read. */
    public Object given() {
        return given;
    }

    /** The record's own key as far as it could be read, or {@code null}. */
    public String key() {
        return key;
    }

    /** Line of the file where the record begins; {@code null} if it equals {@link #line}. */
    public Long fileLine() {
        return fileLine;
    }

    /** Sets {@link #policy}. */
    public void decideBy(RejectPolicy rejects) {
        policy = rejects;
    }

    /** The engine's decision on the rejects of the record. */
    public RejectPolicy policy() {
        return policy;
    }

    /**
     * Rejects the record, unless it is already rejected. In a job with {@code drop}, the engine may leave out the part
     * at fault instead. The record is then not {@linkplain #isRejected rejected}, and the kind continues to report
     * faults. The attempt ends after {@link ChunkWriter#resolve}, and the next one has the record without the part.
     *
     * @param code a constant of {@link RejectCode}
     * @param pointer JSON pointer to the part at fault; empty for the whole record
     * @param message sentence for the caller, without secrets and long values
     */
    public void reject(String code, String pointer, String message) {
        if (reject == null) {
            reject = policy.decide(new Reject(line, key, code, pointer, message, fileLine, kind));
        }
    }

    /** Whether the record is rejected. {@code false} also for a record from which a part at fault is left out. */
    public boolean isRejected() {
        return reject != null;
    }

    /** The reject of the record, or {@code null}. */
    public Reject reject() {
        return reject;
    }

    /**
     * Defers the record until the last line, because a later line may define a reference that is missing. The engine
     * then writes the record, or rejects it if the reference is still missing. Until then, the database keeps the
     * record, encrypted.
     *
     * @param missing key of the object that is missing, with the pointer to the reference in this record
     * @param code reject code if no line defines it
     * @param message message of that reject
     */
    public void await(UniqueKey missing, String code, String message) {
        awaited.add(new Awaited(missing, code, message));
    }

    /** Missing references of the record; empty if there are none, or if the record is rejected. */
    public List<Awaited> awaited() {
        return isRejected() ? List.of() : List.copyOf(awaited);
    }

    /** Whether the record is written: it is neither rejected nor deferred. */
    public boolean isOpen() {
        return reject == null && awaited.isEmpty();
    }

    /** Rejects the record if it still has missing references. */
    public void rejectAwaiting() {
        rejectAwaiting(any -> true);
    }

    /**
     * Rejects the record if it has missing references that meet the condition. Each of them is reported, so that a job
     * with {@code drop} can leave out all of them.
     */
    public void rejectAwaiting(Predicate<UniqueKey> missing) {
        for (Awaited each : awaited) {
            if (missing.test(each.uniqueKey())) {
                reject(each.code(), each.uniqueKey().pointer(), each.message());
            }
        }
    }

    /** Clears the missing references, because they will exist when the record is written. */
    public void endAwaiting() {
        awaited.clear();
    }

    /**
     * Makes the engine write the record after all earlier records with this key. For keys that only the database shows,
     * such as a name that the record frees.
     */
    public void follow(UniqueKey uniqueKey) {
        followed.add(uniqueKey);
    }

    /** Makes the engine write the record after all earlier records. */
    public void followAll() {
        followsAll = true;
    }

    /** Keys that were passed to {@link #follow}. */
    public List<UniqueKey> followed() {
        return List.copyOf(followed);
    }

    /** Whether {@link #followAll} was called. */
    public boolean followsAll() {
        return followsAll;
    }

    /**
     * Sets the outcome of the record.
     *
     * @param id id of the entity in the realm, or {@code null} if it has none
     */
    public void done(Outcome outcome, String id) {
        this.outcome = outcome;
        this.id = id;
    }

    /**
     * Sets the outcome {@link Outcome#REMOVED}.
     *
     * @param id id of the entity in the realm, or {@code null} if it had none
     * @param parts one name for each removed part. The name of a part must not depend on how the record identifies it:
     *     in a dry run, a later record that removes only the same parts counts as skipped
     */
    public void removed(String id, Collection<String> parts) {
        done(Outcome.REMOVED, id);
        removedParts = List.copyOf(parts);
    }

    /** Parts that the record removed; empty unless the outcome is {@link Outcome#REMOVED}. */
    public List<String> removedParts() {
        return outcome() == Outcome.REMOVED ? removedParts : List.of();
    }

    /**
     * Sets the outcome of a comparison.
     *
     * @param id id of the entity in the realm
     * @param pointers JSON pointers to the parts of the record that differ from the entity; empty for none
     * @param left JSON pointers to the parts that were not compared
     */
    public void compared(String id, Collection<String> pointers, Collection<String> left) {
        done(pointers.isEmpty() ? Outcome.SKIPPED : Outcome.UPDATED, id);
        differences = pointers.stream().map(policy::sent).toList();
        notCompared = left.stream().map(policy::sent).toList();
    }

    /** JSON pointers to the parts of the record that differ from the entity; empty unless it was compared. */
    public List<String> differences() {
        return differences;
    }

    /** JSON pointers to the parts of the record that were not compared. */
    public List<String> notCompared() {
        return notCompared;
    }

    /** Adds a warning to the outcome. */
    public void warn(Warning about) {
        warning = about;
    }

    /** Warning about the outcome; {@code null} for none, or if the record is rejected. */
    public Warning warning() {
        return isRejected() ? null : warning;
    }

    /** Warnings about the parts that were left out of the record; empty if it is rejected. */
    public List<Warning> leftOut() {
        return isRejected() ? List.of() : policy.leftOut();
    }

    /** Outcome of the record; {@code null} before the write. */
    public Outcome outcome() {
        return isRejected() ? Outcome.REJECTED : outcome;
    }

    /** Id of the entity, or {@code null} if it was not written. */
    public String id() {
        return id;
    }

    /**
     * Resets the result after a rollback.
     *
     * @param before the reject that the record had before the attempt, or {@code null}
     */
    public void resetAttempt(Reject before) {
        reject = before;
        policy.forgetAttempt();
        outcome = null;
        id = null;
        differences = List.of();
        notCompared = List.of();
        warning = null;
        awaited.clear();
        followed.clear();
        followsAll = false;
    }
}
