// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.engine;

import io.keylift.bulkimport.kind.spi.ChunkImporter;
import io.keylift.bulkimport.kind.spi.Item;
import io.keylift.bulkimport.kind.spi.RejectCode;
import io.keylift.bulkimport.kind.spi.UniqueKey;
import io.keylift.bulkimport.rows.TransactionFailure;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jboss.logging.Logger;

/**
 * Takes the records of a chunk through what needs no lasting connection: parsing, checking each by itself, hashing.
 * Checks are code of others too, such as validators of the user profile: a record on which they fail is a reject, once
 * it is sure that nothing but the record makes them fail.
 */
final class Validation<R> {

    private static final Logger LOG = Logger.getLogger(Validation.class);

    /** How often a record fails until that is believed. */
    private static final int TRIES = 3;

    /** Trouble that passes by itself gets a second or two for it. */
    private static final int LONG_PAUSE = 4;

    private final KindOperation<R> operation;
    private final RecordParser<R> parser;
    private final ImportSessions sessions;
    private final Retry retry;

    Validation(KindOperation<R> operation, RecordParser<R> parser, ImportSessions sessions, Retry retry) {
        this.operation = operation;
        this.parser = parser;
        this.sessions = sessions;
        this.retry = retry;
    }

    /**
     * Records that were checked, those that are rejected included.
     *
     * @param keys of all that are not rejected
     */
    record Valid<R>(List<Item<R>> items, Set<String> keys) {}

    Valid<R> of(Chunk chunk, PhaseTimes times) throws InterruptedException {
        for (int tries = 1; ; tries++) {
            List<Item<R>> items = parser.parse(chunk);
            times.lap(Phase.PARSE);
            try {
                return together(items);
            } catch (RuntimeException e) {
                if (TransactionFailure.of(e) == TransactionFailure.UNKNOWN) {
                    return oneByOne(parser.parse(chunk), e);
                }
                awaitDatabase(e);
                if (retry.next(e, tries) != Retry.Next.AGAIN) {
                    throw e;
                }
            } finally {
                times.lap(Phase.VALIDATE);
            }
        }
    }

    private Valid<R> together(List<Item<R>> items) {
        Set<String> keys = new HashSet<>(items.size() * 4);
        sessions.unlimited((context, ledger) -> {
            ChunkImporter<R> importer = operation.chunk(context);
            open(items).forEach(importer::validate);
            collectKeys(items, keys);
            importer.prepare(open(items));
        });
        return new Valid<>(items, keys);
    }

    /** Each record in a session of its own. Where none can be checked it is no record's fault. */
    private Valid<R> oneByOne(List<Item<R>> items, RuntimeException failure) throws InterruptedException {
        List<Item<R>> open = open(items);
        List<Item<R>> guilty = failing(open);
        for (int tries = 1; tries < TRIES && !guilty.isEmpty(); tries++) {
            Retry.pause(tries + LONG_PAUSE);
            guilty = failing(guilty);
        }
        if (open.size() > 1 && guilty.size() == open.size()) {
            throw failure;
        }
        if (!guilty.isEmpty()) {
            LOG.warnf(
                    failure,
                    "Failed to validate %d records of a chunk, line %d first",
                    guilty.size(),
                    guilty.get(0).line());
        }
        guilty.forEach(item ->
                item.reject(RejectCode.FAILED, "", "The record cannot be validated; the server's log has the cause"));
        Set<String> keys = new HashSet<>(items.size() * 4);
        collectKeys(items, keys);
        return new Valid<>(items, keys);
    }

    /** Those of the records that cannot be checked. */
    private List<Item<R>> failing(List<Item<R>> items) throws InterruptedException {
        List<Item<R>> failing = new ArrayList<>();
        for (Item<R> item : items) {
            if (!passes(item)) {
                failing.add(item);
            }
        }
        return failing;
    }

    /** Whether the record can be checked; rejected it may be nevertheless. */
    private boolean passes(Item<R> item) throws InterruptedException {
        for (int tries = 1; ; tries++) {
            try {
                sessions.unlimited((context, ledger) -> {
                    ChunkImporter<R> importer = operation.chunk(context);
                    importer.validate(item);
                    importer.prepare(open(List.of(item)));
                });
                return true;
            } catch (RuntimeException e) {
                if (TransactionFailure.of(e) == TransactionFailure.UNKNOWN) {
                    LOG.debugf(e, "Failed to validate line %d", item.line());
                    return false;
                }
                awaitDatabase(e);
                if (retry.next(e, tries) != Retry.Next.AGAIN) {
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

    /** Only a record that is valid by itself has keys. */
    private void collectKeys(List<Item<R>> items, Set<String> keys) {
        for (Item<R> item : open(items)) {
            for (UniqueKey uniqueKey : operation.uniqueKeys(item.record())) {
                if (!keys.add(uniqueKey.text())) {
                    item.reject(
                            RejectCode.DUPLICATE,
                            uniqueKey.pointer(),
                            "An earlier record of the same chunk already has this " + uniqueKey.type());
                }
            }
        }
        for (Item<R> item : open(items)) {
            operation.sharedKeys(item.record()).forEach(touched -> keys.add(touched.text()));
            operation.excludedKeys(item.record()).forEach(excluded -> keys.add(excluded.text()));
        }
    }

    private static <R> List<Item<R>> open(List<Item<R>> items) {
        return items.stream().filter(item -> !item.isRejected()).toList();
    }
}
