// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.engine;

import io.keylift.bulkimport.engine.Chunk.Part;
import io.keylift.bulkimport.engine.RefusedKind.Refusal;
import io.keylift.bulkimport.input.InputRecord;
import io.keylift.bulkimport.input.KindRecords;
import io.keylift.bulkimport.job.ImportJob;
import io.keylift.bulkimport.job.Operation;
import io.keylift.bulkimport.kind.KindOrder;
import io.keylift.bulkimport.kind.spi.ImportKind;
import io.keylift.bulkimport.kind.spi.RejectCode;
import jakarta.ws.rs.ForbiddenException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The processors of a run, one for each kind whose records it has reached. In a job of one kind, chunks name none. In
 * one of several, a kind that the caller may not import is no reason to end: its records are rejected.
 */
final class KindProcessors {

    private final ImportJob job;
    private final TreeMap<String, ImportKind<?, ?>> kinds = new TreeMap<>();
    private final RunParts run;
    private final ChunkProcessorFactory factory;
    private final Map<Part, ChunkProcessor<?>> processors = new ConcurrentHashMap<>();
    private final Set<String> refused = new HashSet<>();

    /** @param kinds the kinds that the job can have, at least one */
    KindProcessors(
            ImportJob job, Collection<? extends ImportKind<?, ?>> kinds, RunParts run, ChunkProcessorFactory factory) {
        this.job = job;
        this.run = run;
        this.factory = factory;
        kinds.forEach(kind -> this.kinds.put(kind.getId(), kind));
        if (!job.spec().isOfRealm()) {
            processors.put(Part.UNNAMED, factory.processor(job, single(), null));
        }
    }

    /** The record of a line that was stored. */
    InputRecord read(InputRecord line) {
        return job.spec().isOfRealm() ? KindRecords.read(line, kinds::containsKey) : line;
    }

    /** Whether {@link #begin} was called for such chunks. */
    boolean hasBegun(Part part) {
        return processors.containsKey(part);
    }

    /** Chooses the processor of the records of such chunks in this run. */
    void begin(Part of, ChunkContext context) {
        String kind = of.kind();
        if (kind == null) {
            // Any kind will do: it reads the faults of the lines.
            Refusal unknown = new Refusal(RejectCode.UNKNOWN_KIND, "The line names no kind");
            processors.put(of, factory.processor(job, single(), unknown));
            return;
        }
        Refusal refusal = refusal(kinds.get(kind), context);
        // Of the options, a line chooses only `ifExists`, for an import and for the comparison of a verification.
        Operation operation = job.spec().operation();
        boolean ownPolicy = of.ifExists() != null && (operation == Operation.IMPORT || operation == Operation.VERIFY);
        ImportJob part =
                job.ofKind(kind).with(ownPolicy ? of.ifExists() : job.spec().ifExists());
        if (refusal != null) {
            refused.add(kind);
        }
        processors.put(of, factory.processor(part, kinds.get(kind), refusal));
    }

    private Refusal refusal(ImportKind<?, ?> kind, ChunkContext context) {
        Operation operation = job.spec().operation();
        if (operation == Operation.UNDO) {
            return null; // an undo that would give back only a part ends instead
        }
        if (job.spec().undo() && !kind.isUndoable()) {
            return new Refusal(RejectCode.KIND_UNAVAILABLE, "Records of kind " + kind.getId() + " cannot be undone");
        }
        try {
            kind.requirePermission(operation, context.permissions(), context.realm());
        } catch (ForbiddenException e) {
            return new Refusal(
                    RejectCode.FORBIDDEN, "The caller does not have permission for records of kind " + kind.getId());
        }
        boolean imports = operation == Operation.IMPORT || operation == Operation.MIRROR;
        String obstacle = imports ? kind.obstacle(context.session(), context.realm()) : null;
        return obstacle == null ? null : new Refusal(RejectCode.KIND_UNAVAILABLE, obstacle);
    }

    /** The processor of a chunk; in a job of several kinds, {@link #begin} was called for it. */
    ChunkProcessor<?> of(Chunk chunk) {
        return processors.get(chunk.part());
    }

    /**
     * For a verification: the search for objects that no record names. Of several kinds, those are searched that the
     * caller has chosen; otherwise those of the records, except where all are refused.
     *
     * @param read kinds of the records, for each of which {@link #begin} was called
     */
    UnlistedSearch extraSearch(Set<String> read) {
        if (!job.spec().isOfRealm()) {
            return new UnlistedSearch(job, List.of(single()), run.sessions(), run.retry());
        }
        Set<String> searched = new HashSet<>(job.spec().searchedKinds());
        if (searched.isEmpty()) {
            searched.addAll(read);
            searched.removeAll(refused);
        }
        return new UnlistedSearch(job, ordered(searched), run.sessions(), run.retry());
    }

    private List<ImportKind<?, ?>> ordered(Set<String> ids) {
        return KindOrder.of(kinds.values().stream()
                .filter(kind -> ids.contains(kind.getId()))
                .toList());
    }

    /**
     * For a mirror: the removal of objects that no record names, of the kinds of the records. Referrers go first.
     *
     * @param read kinds of the records, for each of which {@link #begin} was called
     */
    UnlistedRemoval extraRemoval(Set<String> read, RemovalLimit limit, RunControl control) {
        if (!job.spec().isOfRealm()) {
            return new UnlistedRemoval(job, limit, List.of(single()), run.sessions(), run.retry(), control);
        }
        Set<String> mirrored = new HashSet<>(read);
        mirrored.removeAll(refused);
        List<ImportKind<?, ?>> ordered = new ArrayList<>(ordered(mirrored));
        Collections.reverse(ordered);
        return new UnlistedRemoval(job, limit, ordered, run.sessions(), run.retry(), control);
    }

    /** For a mirror: the processor of chunks of objects that no record names. */
    ChunkProcessor<?> ofRemoval(ImportKind<?, ?> kind, UnlistedRemoval removal) {
        return factory.ofRemoval(job.spec().isOfRealm() ? job.ofKind(kind.getId()) : job, kind, removal);
    }

    private ImportKind<?, ?> single() {
        return kinds.firstEntry().getValue();
    }
}
