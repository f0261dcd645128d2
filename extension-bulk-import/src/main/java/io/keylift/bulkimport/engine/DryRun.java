// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.engine;

import io.keylift.bulkimport.job.IfExists;
import io.keylift.bulkimport.job.JobLedger;
import io.keylift.bulkimport.job.Outcome;
import io.keylift.bulkimport.kind.Claim;
import io.keylift.bulkimport.kind.ImportKind;
import io.keylift.bulkimport.kind.Item;
import io.keylift.bulkimport.kind.RejectCode;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Gives the records of a dry run the outcomes they would have had if earlier chunks had been written: the names those would have taken
 * are kept beside the ledger.
 */
final class DryRun<R> {

    private final ImportKind<R> kind;
    private final String uid;
    private final IfExists ifExists;

    DryRun(ImportKind<R> kind, String uid, IfExists ifExists) {
        this.kind = kind;
        this.uid = uid;
        this.ifExists = ifExists;
    }

    /** Corrects the outcomes of a chunk and notes its claims, in the transaction of its line in the ledger. */
    void correct(List<Item<R>> items, JobLedger ledger) {
        Map<Item<R>, Set<Long>> claims = new LinkedHashMap<>();
        Set<Long> all = new HashSet<>();
        for (Item<R> item : items) {
            if (item.outcome() == Outcome.ADDED || item.outcome() == Outcome.UPDATED) {
                Set<Long> hashes = new HashSet<>();
                kind.claims(item.record()).forEach(claim -> hashes.add(hash(claim.text())));
                claims.put(item, hashes);
                all.addAll(hashes);
            }
        }
        Set<Long> taken = ledger.claimed(uid, all);
        Set<Long> fresh = new HashSet<>();
        claims.forEach((item, hashes) -> {
            correct(item, taken);
            if (!item.isRejected()) {
                fresh.addAll(hashes);
            }
        });
        fresh.removeAll(taken);
        ledger.claim(uid, fresh);
    }

    private void correct(Item<R> item, Set<Long> taken) {
        if (taken.isEmpty() || item.outcome() != Outcome.ADDED) {
            return;
        }
        boolean key = true;
        for (Claim claim : kind.claims(item.record())) {
            if (taken.contains(hash(claim.text()))) {
                correct(item, claim, key);
                return;
            }
            key = false;
        }
    }

    private void correct(Item<R> item, Claim taken, boolean key) {
        if (!key) {
            item.reject(
                    RejectCode.CONFLICT, taken.pointer(), "An earlier record of the input has this " + taken.sort());
        } else {
            switch (ifExists) {
                case FAIL ->
                    item.reject(
                            RejectCode.EXISTS,
                            taken.pointer(),
                            "An earlier record of the input has this " + taken.sort());
                case SKIP -> item.done(Outcome.SKIPPED, null);
                case OVERWRITE, MERGE -> item.done(Outcome.UPDATED, null);
            }
        }
    }

    /** The first eight bytes of SHA-256: a clash among ten million names is a matter of one in a hundred thousand. */
    private static long hash(String claim) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(claim.getBytes(StandardCharsets.UTF_8));
            return ByteBuffer.wrap(digest).getLong();
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java platform has SHA-256", e);
        }
    }
}
