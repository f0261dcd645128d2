// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.store;

import io.keylift.bulkimport.job.JobLedger.UndoPart;
import io.keylift.bulkimport.seal.Seal;
import jakarta.persistence.EntityManager;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The data that jobs keep for their undo. */
final class UndoParts {

    /** Chunks of deferred lines have numbers from -1 downwards, and come after those of the input before them. */
    private static final Comparator<Place> BACKWARDS = Comparator.comparingInt(Place::position)
            .reversed()
            .thenComparing(place -> place.chunk() > 0)
            .thenComparingInt(Place::chunk)
            .thenComparing(Comparator.comparingInt(Place::part).reversed());

    private record Place(int chunk, int part, Integer after, String kind) {
        /** The last chunk of the input that was committed when this one was. */
        int position() {
            return after == null ? chunk : after;
        }
    }

    private final EntityManager em;
    private final Function<String, Optional<Seal>> seals;

    /** @param seals the seal for the data of a job, by its internal id; empty if this server has no key for it */
    UndoParts(EntityManager em, Function<String, Optional<Seal>> seals) {
        this.em = em;
        this.seals = seals;
    }

    /** @param rows parts with rows that went with removed objects, which are read by {@link #rows} alone */
    void add(String uid, int chunk, List<byte[]> parts, List<byte[]> rows) {
        boolean isEmpty = parts.isEmpty() && rows.isEmpty();
        Optional<Seal> seal = isEmpty ? Optional.empty() : seals.apply(uid);
        Integer after = chunk > 0 || isEmpty ? null : last(uid);
        for (int i = 0; i < parts.size(); i++) {
            add(uid, chunk, i, after, null, seal, parts.get(i));
        }
        for (int i = 0; i < rows.size(); i++) {
            add(uid, chunk, ofRows(i), after, null, seal, rows.get(i));
        }
    }

    /** Rows of an undo are sealed for the job that it undoes, which gets them when they are settled. */
    void leave(String undone, String undo, UndoPart part, long count, byte[] objects, List<byte[]> rows) {
        Optional<Seal> seal = seals.apply(undone);
        Integer after = em.createQuery(
                        "select max(u.after) from KeyliftUndoEntity u where u.jobUid = :uid and u.chunk = :chunk",
                        Integer.class)
                .setParameter("uid", undone)
                .setParameter("chunk", part.chunk())
                .getSingleResultOrNull();
        add(undo, part.chunk(), part.part(), after, count, seal, objects);
        for (int i = 0; i < rows.size(); i++) {
            add(undo, part.chunk(), ofRows(part.firstLeftRows() + i), after, null, seal, rows.get(i));
        }
    }

    UndoPart free(String undone, String undo, String kind) {
        int chunk = backwards(undone).stream()
                .filter(part -> Objects.equals(part.kind(), kind))
                .findFirst()
                .orElseThrow()
                .chunk();
        int last = em.createQuery(
                        "select max(u.part) from KeyliftUndoEntity u where u.jobUid in (:uids) and u.chunk = :chunk",
                        Integer.class)
                .setParameter("uids", List.of(undone, undo))
                .setParameter("chunk", chunk)
                .getSingleResult();
        return new UndoPart(chunk, last + 1, kind);
    }

    boolean hasLeft(String undo) {
        return !em.createQuery("select u.chunk from KeyliftUndoEntity u where u.jobUid = :uid", Integer.class)
                .setParameter("uid", undo)
                .setMaxResults(1)
                .getResultList()
                .isEmpty();
    }

    /** The undo has tried everything. */
    void settle(String undone, String undo) {
        remove(undone);
        em.createQuery(
                        "select u.chunk, u.part from KeyliftUndoEntity u where u.jobUid = :uid and u.left = 0",
                        Waiting.class)
                .setParameter("uid", undo)
                .getResultList()
                .forEach(waiting -> remove(undo, new UndoPart(waiting.chunk(), waiting.part(), null)));
        give(undone, undo);
    }

    /** @param committed numbers of the chunks that the undo has committed: places from 1 among the parts backwards */
    void settle(String undone, String undo, Collection<Integer> committed) {
        List<UndoPart> all = backwards(undone);
        if (committed.size() >= all.size()) {
            remove(undone);
        } else {
            committed.forEach(number -> remove(undone, all.get(number - 1)));
        }
        give(undone, undo);
    }

    private record Waiting(int chunk, int part) {}

    private void give(String undone, String undo) {
        em.createNativeQuery("update {h-schema}KEYLIFT_UNDO set JOB_UID = :undone where JOB_UID = :undo")
                .setParameter("undone", undone)
                .setParameter("undo", undo)
                .executeUpdate();
    }

    /** The rows of the chunk stay for its other parts. */
    private void remove(String uid, UndoPart part) {
        em.createQuery("delete from KeyliftUndoEntity u where u.jobUid = :uid and u.chunk = :chunk"
                        + " and (u.part = :part or u.part <= :first and u.part > :end)")
                .setParameter("uid", uid)
                .setParameter("chunk", part.chunk())
                .setParameter("part", part.part())
                .setParameter("first", ofRows(part.firstLeftRows()))
                .setParameter("end", ofRows(part.endOfLeftRows()))
                .executeUpdate();
    }

    Map<String, Long> left(Collection<String> uids) {
        return em.createQuery(
                        "select u.jobUid, sum(u.left) from KeyliftUndoEntity u"
                                + " where u.jobUid in (:uids) and u.left > 0 group by u.jobUid",
                        Left.class)
                .setParameter("uids", uids)
                .getResultStream()
                .collect(Collectors.toMap(Left::uid, Left::objects));
    }

    private record Left(String uid, Long objects) {}

    /** Parts with rows count downwards from -1. */
    private static int ofRows(int part) {
        return -1 - part;
    }

    private void add(String uid, int chunk, int number, Integer after, Long left, Optional<Seal> seal, byte[] part) {
        byte[] content = seal.map(own -> own.seal(part, place(chunk, number))).orElse(part);
        KeyliftUndoEntity row = new KeyliftUndoEntity(uid, chunk, number, after, left, seal.isPresent(), content);
        em.persist(row);
        em.flush();
        em.detach(row);
    }

    /** A chunk of deferred lines is committed alone: all chunks of the input before it are there. */
    private int last(String uid) {
        return em.createQuery(
                        "select coalesce(max(u.chunk), 0) from KeyliftUndoEntity u"
                                + " where u.jobUid = :uid and u.chunk > 0",
                        Integer.class)
                .setParameter("uid", uid)
                .getSingleResult();
    }

    long bytes(String uid) {
        return em.createQuery(
                        "select coalesce(sum(u.bytes), 0L) from KeyliftUndoEntity u where u.jobUid = :uid", Long.class)
                .setParameter("uid", uid)
                .getSingleResult();
    }

    List<UndoPart> backwards(String uid) {
        return em.createQuery(
                        "select u.chunk, u.part, u.after, c.kind from KeyliftUndoEntity u"
                                + " left join KeyliftChunkEntity c on c.jobUid = u.jobUid and c.chunk = u.chunk"
                                + " where u.jobUid = :uid and u.part >= 0",
                        Place.class)
                .setParameter("uid", uid)
                .getResultStream()
                .sorted(BACKWARDS)
                .map(place -> new UndoPart(place.chunk(), place.part(), place.kind()))
                .toList();
    }

    Optional<byte[]> rows(String uid, int chunk, int part) {
        return content(uid, new UndoPart(chunk, ofRows(part), null));
    }

    Optional<byte[]> content(String uid, UndoPart part) {
        return em.createQuery(
                        "select u.sealed, u.content from KeyliftUndoEntity u"
                                + " where u.jobUid = :uid and u.chunk = :chunk and u.part = :part",
                        Stored.class)
                .setParameter("uid", uid)
                .setParameter("chunk", part.chunk())
                .setParameter("part", part.part())
                .getResultStream()
                .findFirst()
                .map(stored -> stored.sealed() ? open(uid, part, stored.content()) : stored.content());
    }

    private byte[] open(String uid, UndoPart part, byte[] sealed) {
        return seals.apply(uid)
                .orElseThrow(() -> new IllegalStateException(
                        "What a job has kept is encrypted, and this server has no key for stored records"))
                .open(sealed, place(part.chunk(), part.part()));
    }

    private static String place(int chunk, int part) {
        return "undo " + chunk + " " + part;
    }

    private record Stored(boolean sealed, byte[] content) {}

    private void remove(String uid) {
        em.createQuery("delete from KeyliftUndoEntity u where u.jobUid = :uid")
                .setParameter("uid", uid)
                .executeUpdate();
    }
}
