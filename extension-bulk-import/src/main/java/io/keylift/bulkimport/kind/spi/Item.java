// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.spi;

import io.keylift.bulkimport.job.Outcome;
import io.keylift.bulkimport.job.Reject;
import io.keylift.bulkimport.job.ReportLine;
import io.keylift.bulkimport.job.Warning;
import java.util.List;
import java.util.function.Predicate;

/**
 * A record of a chunk, its place in the input, and its result. A kind reads the record, and
 * {@linkplain #reject rejects} or {@linkplain #await defers} it, or sets its {@linkplain #done outcome}; the engine
 * reads the result and reports it after the commit. Every step before the write can reject the record, and the first
 * reject counts. Rejects, order, outcome and id belong to one attempt to write the chunk, and are reset before the next
 * attempt. An item is not thread-safe.
 *
 * @param <R> class of the record
 */
public final class Item<R> {

    private final Place place;
    private final String key;
    private final R record;
    private final Object sent;
    private final List<String> givenIds;
    private final RejectPolicy policy;
    private ItemAttempt attempt;

    /**
     * A record's place in the input.
     *
     * @param line number of the record, from 1
     * @param fileLine line of the file where the record begins; {@code null} if it equals {@code line}
     * @param kind kind of the record if the input names it; otherwise {@code null}
     */
    public record Place(long line, Long fileLine, String kind) {}

    /**
     * A reference of the record that another line can still define.
     *
     * @param uniqueKey key of that line; its pointer is the place of the reference in this record
     * @param code reject code if no line defines it
     * @param message message of that reject
     */
    public record Awaited(UniqueKey uniqueKey, String code, String message) {}

    /** A record whose rejects count as they are. */
    public Item(long line, R record, String key) {
        this(new Place(line, null, null), record, key, List.of(), RejectPolicy.none());
    }

    /**
     * @param record {@code null} only if it cannot be read
     * @param key the record's own key as far as it can be read, or {@code null}
     * @param givenIds see {@link #givenIds}
     * @param policy the treatment of the record's rejects
     */
    public Item(Place place, R record, String key, List<String> givenIds, RejectPolicy policy) {
        this(place, record, record, key, givenIds, policy, new ItemAttempt(null));
    }

    private Item(
            Place place,
            R record,
            Object sent,
            String key,
            List<String> givenIds,
            RejectPolicy policy,
            ItemAttempt attempt) {
        this.place = place;
        this.record = record;
        this.sent = sent;
        this.key = key;
        this.givenIds = List.copyOf(givenIds);
        this.policy = policy;
        this.attempt = attempt;
    }

    /** Returns this item with the valid record that validation has made of its record. */
    @SuppressWarnings("unchecked")
    public <V> Item<V> with(V valid) {
        return valid == record
                ? (Item<V>) this
                : new Item<>(place, valid, sent, key, givenIds, policy, new ItemAttempt(attempt.reject));
    }

    public Place place() {
        return place;
    }

    /** Number of the record in the input, from 1. */
    public long line() {
        return place.line();
    }

    /** The record; {@code null} only for an item that was rejected before it could be read. */
    public R record() {
        return record;
    }

    /** The record before validation; {@code null} only for an item that was rejected before it could be read. */
    public Object sent() {
        return sent;
    }

    /** The record's own key as far as it could be read, or {@code null}. */
    public String key() {
        return key;
    }

    /** The record as a report names it. */
    public ReportLine.Subject subject() {
        return new ReportLine.Subject(place.line(), place.fileLine(), key, place.kind());
    }

    /**
     * Ids that the record gives and that other records may give, too. The engine writes two records of different chunks
     * with a common id in the order of the input.
     */
    public List<String> givenIds() {
        return givenIds;
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
        if (attempt.reject == null) {
            attempt.reject = policy.decide(new Reject(subject(), code, pointer, message));
        }
    }

    /** Whether the record is rejected. {@code false} also for a record from which a part at fault is left out. */
    public boolean isRejected() {
        return attempt.reject != null;
    }

    /** The reject of the record, or {@code null}. */
    public Reject reject() {
        return attempt.reject;
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
        attempt.await(new Awaited(missing, code, message));
    }

    /** Missing references of the record; empty if there are none, or if the record is rejected. */
    public List<Awaited> awaited() {
        return isRejected() ? List.of() : List.copyOf(attempt.awaited());
    }

    /** Whether the record is written: it is neither rejected nor deferred. */
    public boolean isOpen() {
        return attempt.reject == null && attempt.awaited().isEmpty();
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
        for (Awaited each : attempt.awaited()) {
            if (missing.test(each.uniqueKey())) {
                reject(each.code(), each.uniqueKey().pointer(), each.message());
            }
        }
    }

    /** Clears the missing references, because they will exist when the record is written. */
    public void endAwaiting() {
        attempt.endAwaiting();
    }

    /**
     * Makes the engine write the record after all earlier records with this key. For keys that only the database shows,
     * such as a name that the record frees.
     */
    public void orderAfter(UniqueKey uniqueKey) {
        attempt.orderAfter(uniqueKey);
    }

    /** Makes the engine write the record after all earlier records. */
    public void orderAfterAll() {
        attempt.isAfterAll = true;
    }

    /** Keys that were passed to {@link #orderAfter}. */
    public List<UniqueKey> predecessors() {
        return List.copyOf(attempt.predecessors());
    }

    /** Whether {@link #orderAfterAll} was called. */
    public boolean isAfterAll() {
        return attempt.isAfterAll;
    }

    /**
     * Sets the outcome of the record.
     *
     * @param id id of the entity in the realm, or {@code null} if it has none
     */
    public void done(Outcome outcome, String id) {
        done(ItemResult.of(outcome, id));
    }

    /** Sets the result of the record. */
    public void done(ItemResult result) {
        attempt.result = result.at(policy::sent);
    }

    /** Result of the record, whether it is rejected or not. */
    public ItemResult result() {
        return attempt.result;
    }

    /** Outcome of the record; {@code null} before the write. */
    public Outcome outcome() {
        return isRejected() ? Outcome.REJECTED : attempt.result.outcome();
    }

    /** Id of the entity, or {@code null} if it was not written. */
    public String id() {
        return attempt.result.id();
    }

    /** Adds a warning to the outcome. */
    public void warn(Warning about) {
        attempt.warning = about;
    }

    /** Warning about the outcome; {@code null} for none, or if the record is rejected. */
    public Warning warning() {
        return isRejected() ? null : attempt.warning;
    }

    /** Warnings about the parts that were left out of the record; empty if it is rejected. */
    public List<Warning> leftOut() {
        return isRejected() ? List.of() : policy.leftOut();
    }

    /**
     * Begins another attempt after a rollback.
     *
     * @param before the reject that the record had before the attempt, or {@code null}
     */
    public void restart(Reject before) {
        policy.forgetAttempt();
        attempt = new ItemAttempt(before);
    }
}
