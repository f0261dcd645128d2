// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.engine;

import io.keylift.bulkimport.input.InputRecord;
import io.keylift.bulkimport.kind.spi.Item;
import io.keylift.bulkimport.kind.spi.RecordOperation;
import io.keylift.bulkimport.kind.spi.RecordValidator;
import io.keylift.bulkimport.kind.spi.RejectCode;
import io.keylift.bulkimport.kind.spi.UniqueKey;
import io.keylift.bulkimport.rows.TransactionFailure;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jboss.logging.Logger;

/**
 * Does the work on a chunk's records that needs no lasting connection: parsing, checking each record on its own,
 * hashing. Some checks are code of third parties, such as validators of the user profile. A record on which such a
 * check fails is rejected once it is certain that the record is the cause.
 */
final class Validation<R, V> {

    private static final Logger LOG = Logger.getLogger(Validation.class);

    /** How often a record must fail before it is rejected. */
    private static final int TRIES = 3;

    /** A temporary failure has a second or two to pass. */
    private static final int LONG_PAUSE = 4;

    private final RecordOperation<R, V> operation;
    private final RecordKeys<V> keys;
    private final RecordParser<R> parser;
    private final ImportSessions sessions;
    private final Retry retry;

    Validation(
            RecordOperation<R, V> operation,
            RecordKeys<V> keys,
            RecordParser<R> parser,
            ImportSessions sessions,
            Retry retry) {
        this.operation = operation;
        this.keys = keys;
        this.parser = parser;
        this.sessions = sessions;
        this.retry = retry;
    }

    /**
     * Checked records, including rejected ones.
     *
     * @param keys unique keys of all records that are not rejected
     */
    record Valid<V>(List<Item<V>> items, Set<String> keys) {}

    /** A record as it was parsed, and as it was sent. */
    private record Read<R>(Item<R> item, InputRecord input) {}

    Valid<V> of(Chunk chunk, ChunkPhaseTimes times) throws InterruptedException {
        return checked(() -> read(chunk.records(), parser::parse), times);
    }

    /** The items of a chunk, of which those that have parts to leave out are replaced: checked anew without these. */
    List<Item<V>> again(Chunk chunk, List<Item<V>> items, ChunkPhaseTimes times) throws InterruptedException {
        List<Integer> places = IntStream.range(0, items.size())
                .filter(i -> DroppedParts.isPending(items.get(i)))
                .boxed()
                .toList();
        Map<InputRecord, Item<V>> before = new IdentityHashMap<>();
        places.forEach(i -> before.put(chunk.records().get(i), items.get(i)));
        List<InputRecord> records = places.stream().map(chunk.records()::get).toList();
        List<Item<V>> valid = checked(() -> read(records, record -> parser.again(before.get(record), record)), times)
                .items();
        List<Item<V>> next = new ArrayList<>(items);
        for (int i = 0; i < places.size(); i++) {
            next.set(places.get(i), valid.get(i));
        }
        return next;
    }

    private List<Read<R>> read(List<InputRecord> records, Function<InputRecord, Item<R>> how) {
        return records.stream()
                .map(record -> new Read<>(how.apply(record), record))
                .toList();
    }

    private Valid<V> checked(Supplier<List<Read<R>>> reading, ChunkPhaseTimes times) throws InterruptedException {
        for (int tries = 1; ; tries++) {
            List<Read<R>> items = reading.get();
            times.lap(ChunkPhase.PARSE);
            try {
                return together(items);
            } catch (RuntimeException e) {
                if (TransactionFailure.of(e) == TransactionFailure.UNKNOWN) {
                    return oneByOne(reading.get(), e);
                }
                awaitDatabase(e);
                if (Retry.next(e, tries) != Retry.Next.AGAIN) {
                    throw e;
                }
            } finally {
                times.lap(ChunkPhase.VALIDATE);
            }
        }
    }

    private Valid<V> together(List<Read<R>> items) {
        return sessions.unlimited((context, ledger) -> {
            RecordValidator<R, V> validator = operation.validator(context);
            List<Item<V>> valid =
                    items.stream().map(item -> valid(item, validator)).toList();
            Set<String> collected = collectKeys(valid);
            validator.prepare(open(valid));
            return new Valid<>(valid, collected);
        });
    }

    /** The checked record, without the parts that are dropped because of faults that the check has found. */
    private Item<V> valid(Read<R> read, RecordValidator<R, V> validator) {
        Item<R> item = read.item();
        Item<V> valid = item.with(item.isRejected() ? null : validator.validate(item));
        return DroppedParts.isPending(item)
                ? valid(new Read<>(parser.again(item, read.input()), read.input()), validator)
                : valid;
    }

    /** Checks each record in its own session. If no record can be checked, none of them is the cause. */
    private Valid<V> oneByOne(List<Read<R>> items, RuntimeException failure) throws InterruptedException {
        List<Read<R>> open =
                items.stream().filter(read -> !read.item().isRejected()).toList();
        Map<Read<R>, Item<V>> checked = new HashMap<>();
        List<Read<R>> guilty = failing(open, checked);
        for (int tries = 1; tries < TRIES && !guilty.isEmpty(); tries++) {
            Retry.pause(tries + LONG_PAUSE);
            guilty = failing(guilty, checked);
        }
        if (open.size() > 1 && guilty.size() == open.size()) {
            throw failure;
        }
        if (!guilty.isEmpty()) {
            LOG.warnf(
                    failure,
                    "Failed to validate %d records of a chunk, line %d first",
                    guilty.size(),
                    guilty.get(0).item().line());
        }
        guilty.forEach(read -> read.item()
                .reject(RejectCode.FAILED, "", "The record cannot be validated; the server's log has the cause"));
        List<Item<V>> valid = new ArrayList<>(items.size());
        for (Read<R> read : items) {
            valid.add(
                    checked.containsKey(read) ? checked.get(read) : read.item().with(null));
        }
        return new Valid<>(valid, collectKeys(valid));
    }

    /** The records that cannot be checked; the others are added to {@code checked}. */
    private List<Read<R>> failing(List<Read<R>> items, Map<Read<R>, Item<V>> checked) throws InterruptedException {
        List<Read<R>> failing = new ArrayList<>();
        for (Read<R> item : items) {
            Item<V> valid = check(item);
            if (valid == null) {
                failing.add(item);
            } else {
                checked.put(item, valid);
            }
        }
        return failing;
    }

    /** The checked record, rejected or not; {@code null} if it cannot be checked. */
    private Item<V> check(Read<R> read) throws InterruptedException {
        for (int tries = 1; ; tries++) {
            try {
                return sessions.unlimited((context, ledger) -> {
                    RecordValidator<R, V> validator = operation.validator(context);
                    Item<V> checked = valid(read, validator);
                    validator.prepare(open(List.of(checked)));
                    return checked;
                });
            } catch (RuntimeException e) {
                if (TransactionFailure.of(e) == TransactionFailure.UNKNOWN) {
                    LOG.debugf(e, "Failed to validate line %d", read.item().line());
                    return null;
                }
                awaitDatabase(e);
                if (Retry.next(e, tries) != Retry.Next.AGAIN) {
                    throw e;
                }
            }
        }
    }

    private void awaitDatabase(RuntimeException failure) throws InterruptedException {
        if (TransactionFailure.of(failure) == TransactionFailure.UNREACHABLE) {
            retry.untilReachable(sessions::askDatabase, failure);
        }
    }

    /** Rejects keys that occur twice in the chunk, and returns the keys of all valid records. */
    private Set<String> collectKeys(List<Item<V>> items) {
        Set<String> collected = new HashSet<>(items.size() * 4);
        for (Item<V> item : open(items)) {
            for (UniqueKey uniqueKey : keys.unique(item)) {
                if (!collected.add(uniqueKey.text())) {
                    item.reject(
                            RejectCode.DUPLICATE,
                            uniqueKey.pointer(),
                            "An earlier record of the same chunk already has this " + uniqueKey.type());
                }
            }
        }
        open(items).forEach(item -> keys.addOrdering(item, collected));
        return collected;
    }

    private static <T> List<Item<T>> open(List<Item<T>> items) {
        return items.stream().filter(item -> !item.isRejected()).toList();
    }
}
