// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.engine;

import io.keylift.bulkimport.job.Reject;
import io.keylift.bulkimport.kind.ChunkImporter;
import io.keylift.bulkimport.kind.ImportKind;
import io.keylift.bulkimport.kind.Item;
import io.keylift.bulkimport.kind.RejectCode;
import java.util.ArrayList;
import java.util.List;
import org.jboss.logging.Logger;

/**
 * Finds the records that make a chunk fail, by replaying it in halves in transactions that are always rolled back, until each guilty
 * record stands alone. A record is guilty if everything innocent before it works without it and not with it.
 */
final class GuiltyRecords<R> {

    private static final Logger LOG = Logger.getLogger(GuiltyRecords.class);

    private final ImportKind<R> kind;
    private final ImportSessions sessions;

    GuiltyRecords(ImportKind<R> kind, ImportSessions sessions) {
        this.kind = kind;
        this.sessions = sessions;
    }

    /** Rejects the guilty ones of these records; {@code failure} is what the whole chunk failed with. */
    void reject(List<Item<R>> items, RuntimeException failure) {
        survivors(List.of(), items, failure);
    }

    /** Those of {@code suspects} that work after {@code innocent}; {@code failure} is what all of them together failed with. */
    private List<Item<R>> survivors(List<Item<R>> innocent, List<Item<R>> suspects, RuntimeException failure) {
        if (suspects.isEmpty()) {
            return suspects;
        }
        if (suspects.size() == 1) {
            Item<R> guilty = suspects.get(0);
            LOG.debugf(failure, "Line %d cannot be written", guilty.line());
            guilty.reject(RejectCode.DATABASE, "", Failure.describe(failure));
            return List.of();
        }
        int middle = suspects.size() / 2;
        List<Item<R>> left = tested(innocent, suspects.subList(0, middle));
        List<Item<R>> right = tested(concat(innocent, left), suspects.subList(middle, suspects.size()));
        return concat(left, right);
    }

    private List<Item<R>> tested(List<Item<R>> innocent, List<Item<R>> suspects) {
        RuntimeException failure = replay(concat(innocent, suspects));
        return failure == null ? open(suspects) : survivors(innocent, suspects, failure);
    }

    private static <R> List<Item<R>> open(List<Item<R>> items) {
        return items.stream().filter(item -> !item.isRejected()).toList();
    }

    /** Imports the records and rolls back; what it failed with, or {@code null}. */
    private RuntimeException replay(List<Item<R>> items) {
        List<Reject> before = items.stream().map(Item::reject).toList();
        try {
            sessions.inTransaction((context, ledger) -> {
                context.session().getTransactionManager().setRollbackOnly();
                ChunkImporter<R> importer = kind.importer(context);
                importer.resolve(items);
                importer.write(items);
            });
            return null;
        } catch (RuntimeException e) {
            if (Failure.of(e) != Failure.DATA) {
                throw e;
            }
            return e;
        } finally {
            for (int i = 0; i < items.size(); i++) {
                items.get(i).resetAttempt(before.get(i));
            }
        }
    }

    private static <R> List<Item<R>> concat(List<Item<R>> first, List<Item<R>> second) {
        List<Item<R>> both = new ArrayList<>(first.size() + second.size());
        both.addAll(first);
        both.addAll(second);
        return both;
    }
}
