// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.store;

import jakarta.persistence.EntityManager;
import java.nio.ByteBuffer;
import java.nio.LongBuffer;
import java.util.Collection;
import java.util.List;
import java.util.function.LongConsumer;

/**
 * Hashes of the objects that the records of mirrors and verifications name: a row for each chunk. That is a small part
 * of the work of an index entry for each object, and a later search passes over all of them.
 */
final class ListedKeys {

    /** How many chunks are read at once. */
    private static final int CHUNKS = 250;

    private final EntityManager em;

    ListedKeys(EntityManager em) {
        this.em = em;
    }

    /** The entry of the chunk, which is written next, writes this as well. */
    void add(String uid, int chunk, Collection<Long> hashes) {
        ByteBuffer bytes = ByteBuffer.allocate(hashes.size() * Long.BYTES);
        hashes.forEach(bytes::putLong);
        em.persist(new KeyliftListedEntity(uid, chunk, bytes.array()));
    }

    void forEach(String uid, LongConsumer action) {
        int after = Integer.MIN_VALUE;
        List<Object[]> chunks;
        do {
            chunks = em.createQuery(
                            "select l.chunk, l.hashes from KeyliftListedEntity l"
                                    + " where l.jobUid = :uid and l.chunk > :after order by l.chunk",
                            Object[].class)
                    .setParameter("uid", uid)
                    .setParameter("after", after)
                    .setMaxResults(CHUNKS)
                    .getResultList();
            for (Object[] chunk : chunks) {
                after = (int) chunk[0];
                LongBuffer hashes = ByteBuffer.wrap((byte[]) chunk[1]).asLongBuffer();
                while (hashes.hasRemaining()) {
                    action.accept(hashes.get());
                }
            }
        } while (chunks.size() == CHUNKS);
    }

    void release(String uid) {
        em.createQuery("delete from KeyliftListedEntity l where l.jobUid = :uid")
                .setParameter("uid", uid)
                .executeUpdate();
    }
}
