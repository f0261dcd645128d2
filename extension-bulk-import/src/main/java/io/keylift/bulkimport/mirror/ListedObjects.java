// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.mirror;

import io.keylift.bulkimport.job.JobLedger;
import io.keylift.bulkimport.job.KeyHash;
import io.keylift.bulkimport.job.ListedIds;
import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.kind.spi.ImportKind;
import io.keylift.bulkimport.kind.spi.Item;
import io.keylift.bulkimport.kind.spi.RecordValidator;
import io.keylift.bulkimport.verification.ComparedContext;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * The objects that the records of a mirror name, as its chunks note them beside the ledger. Rejected records name
 * objects, too, as far as their key can be read.
 *
 * @param <R> class of a record
 */
public final class ListedObjects<R> {

    /** Noted if the key of a record cannot be read. */
    private static final long UNREAD = KeyHash.of("mirror: a record without a key");

    private final ImportKind<R, ?> kind;
    private final KeyReader<R> keys;
    private final String uid;

    ListedObjects(ImportKind<R, ?> kind, KeyReader<R> keys, String uid) {
        this.kind = kind;
        this.keys = keys;
        this.uid = uid;
    }

    /**
     * A record of a chunk.
     *
     * @param json the record as it was sent; {@code null} if it could not be read from the input
     */
    public record Sent(Item<?> item, byte[] json) {}

    /**
     * Notes the objects that the records of a chunk name, once these are written, in the transaction of the chunk.
     *
     * @param chunk number of the chunk
     */
    @SuppressWarnings("unchecked") // an item has the record of its kind
    public void note(ImportContext context, JobLedger ledger, int chunk, List<Sent> records) {
        Set<Long> hashes = new HashSet<>();
        List<R> named = new ArrayList<>();
        List<R> rejected = new ArrayList<>();
        boolean hasIds = kind.source().isNamedByOutcomes();
        boolean isUnread = false;
        for (Sent sent : records) {
            boolean isRejected = sent.item().isRejected();
            if (!isRejected && hasIds && sent.item().id() != null) {
                hashes.add(hash(sent.item().id()));
                continue;
            }
            R record = isRejected ? keys.read(sent.json()) : (R) sent.item().sent();
            if (record == null) {
                isUnread = true;
            } else {
                (isRejected ? rejected : named).add(record);
            }
        }
        ids(context, named).stream().filter(Objects::nonNull).forEach(id -> hashes.add(hash(id)));
        List<String> ids = ids(context, rejected);
        RecordValidator<R, ?> rules = kind.removal().validator(context);
        for (int i = 0; i < ids.size(); i++) {
            if (ids.get(i) != null) {
                hashes.add(hash(ids.get(i)));
            } else if (!hasKey(rejected.get(i), rules)) {
                isUnread = true;
            }
        }
        if (isUnread) {
            noteUnread(ledger, uid);
        }
        ledger.list(uid, chunk, hashes);
    }

    /** Notes a record whose key is unknown. */
    public static void noteUnread(JobLedger ledger, String uid) {
        ledger.noteMissingKeys(uid, Set.of(UNREAD));
    }

    private List<String> ids(ImportContext context, List<R> records) {
        return records.isEmpty() ? List.of() : kind.source().find(new ComparedContext(context), records);
    }

    /** Whether a record that names nothing has a key: it may name something that does not exist. */
    private static <R> boolean hasKey(R record, RecordValidator<R, ?> rules) {
        Item<R> item = new Item<>(0, record, null);
        rules.validate(item);
        return !item.isRejected();
    }

    /** Whether the key of a record could not be read, so that the keys of the input are incomplete. */
    public boolean isIncomplete(JobLedger ledger) {
        return isIncomplete(ledger, uid);
    }

    private static boolean isIncomplete(JobLedger ledger, String uid) {
        return !ledger.notedKeys(uid, Set.of(UNREAD)).isEmpty();
    }

    /** The ids among these that no record names. */
    List<String> without(JobLedger ledger, List<String> ids) {
        return ListedIds.without(ledger, uid, ids, this::hash);
    }

    /**
     * Not that of a removed object, which a dry run notes in the same place, nor that of another kind, whose objects
     * can have the same ids.
     */
    private long hash(String id) {
        return KeyHash.of("mirror: " + kind.getId() + " " + id);
    }
}
