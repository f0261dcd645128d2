// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.engine;

import io.keylift.bulkimport.engine.Chunk.Part;
import io.keylift.bulkimport.job.ImportJob;
import io.keylift.bulkimport.job.JobStatus;
import io.keylift.bulkimport.kind.spi.ImportKind;
import io.keylift.bulkimport.kind.spi.SelectionException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The work of a run once all records have an outcome: a verification finds objects that no record names, and a
 * mirror removes them.
 */
final class UnlistedWork {

    private final ImportJob job;
    private final ImportOptions options;
    private final KindProcessors processors;
    private final Beginning beginning;
    private final RunControl control;
    private final OrderedResults results;

    /** Kinds of the records, if the input names them. */
    private final Set<String> kinds = new HashSet<>();

    /** @param control of the run, which this ends if it fails */
    UnlistedWork(
            ImportJob job,
            ImportOptions options,
            KindProcessors processors,
            Beginning beginning,
            RunControl control,
            OrderedResults results) {
        this.job = job;
        this.options = options;
        this.processors = processors;
        this.beginning = beginning;
        this.control = control;
        this.results = results;
    }

    /** Chooses the processor of the records of such chunks, unless it is chosen. */
    @FunctionalInterface
    interface Beginning {
        void begin(Part part) throws InterruptedException;
    }

    /** Commits a chunk of a mirror's removals. */
    @FunctionalInterface
    interface Step {
        UnlistedRemoval.Settled settle(ChunkProcessor<?> processor, Chunk chunk) throws InterruptedException;
    }

    /** Notes the kind of a chunk of the input, which an earlier run may have committed. */
    void noteKind(Chunk chunk) {
        if (chunk.kind() != null) {
            kinds.add(chunk.kind());
        }
    }

    /** Finds objects that no record of a verification names. Their chunks have no place in the input. */
    void find() throws InterruptedException {
        if (!job.spec().extra()) {
            return;
        }
        try {
            beginAll();
            processors.extraSearch(kinds).search(control, entry -> results.addDeferred(entry, List.of(), false));
        } catch (RuntimeException e) {
            fail(e, "The objects of the realm cannot be read; the server's log has the cause");
        }
    }

    /**
     * Removes the objects that no record of a mirror names.
     *
     * @param number number of the first chunk
     */
    void remove(int number, Step step) throws InterruptedException {
        if (!job.spec().isMirror() || job.status() == JobStatus.COMPLETED || control.isEnding()) {
            return;
        }
        try {
            beginAll();
            UnlistedRemoval removal = processors.extraRemoval(kinds, options.maxRemovals(), control);
            Map<ImportKind<?, ?>, ChunkProcessor<?>> removing = new HashMap<>();
            removal.remove(
                    number,
                    results.counters().removed(),
                    (kind, chunk) -> step.settle(
                            removing.computeIfAbsent(kind, any -> processors.ofRemoval(any, removal)), chunk));
        } catch (UnlistedRemoval.TooManyException e) {
            control.end(JobStatus.STOPPED, UnlistedRemoval.TOO_MANY, e.getMessage());
        } catch (SelectionException e) {
            control.end(JobStatus.FAILED, UnlistedRemoval.SCOPE_GONE, e.getMessage());
        } catch (RuntimeException e) {
            fail(e, "What no record names cannot be removed; the server's log has the cause");
        }
    }

    /** Also of kinds whose chunks an earlier run has committed. */
    private void beginAll() throws InterruptedException {
        for (String kind : kinds) {
            beginning.begin(new Part(kind, null));
        }
    }

    private void fail(RuntimeException e, String message) {
        control.end(RunEnd.because(e, options.spec(), message));
    }
}
