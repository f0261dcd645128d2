// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.client;

import io.keylift.client.answer.SummaryLine;
import io.keylift.client.input.InputFailure;
import io.keylift.client.input.RecordKey;
import io.keylift.client.input.SplitInput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntFunction;

/**
 * Runs an input as several jobs at the same time, which a balancer can give to several nodes. All records of an object
 * are in the same job, in their order.
 */
public final class Streams {

    /** A node has four places by default. */
    public static final int MOST = 16;

    /** Short questions at the same time. */
    private static final int MOST_SEARCHES = 8;

    /** They are about the whole input, which no stream has. */
    private static final Set<String> OF_THE_WHOLE = Set.of("maxRejects", "maxRemovals", "extra", "scope");

    private final Keylift keylift;
    private final JobRequest whole;
    private final int streams;

    private Streams(Keylift keylift, JobRequest whole, int streams) {
        this.keylift = keylift;
        this.whole = whole;
        this.streams = streams;
    }

    /**
     * @param streams from 1 to {@link #MOST}
     * @throws InputFailure if the input cannot be split
     */
    public static Streams of(Keylift keylift, JobRequest whole, int streams) throws InputFailure {
        Streams of = new Streams(keylift, whole, streams);
        if (streams > 1) {
            of.requireSplittable();
        }
        return of;
    }

    private void requireSplittable() throws InputFailure {
        RecordKey.of(whole.kind());
        if ("mirror".equals(whole.parameters().get("op"))) {
            throw new InputFailure("A mirror removes what its input lacks, so the input goes in one stream");
        }
        if ("stop".equals(whole.parameters().get("onReject"))) {
            throw new InputFailure("With `onReject=stop`, the input goes in one stream");
        }
        for (String parameter : whole.parameters().keySet()) {
            if (OF_THE_WHOLE.contains(parameter)) {
                throw new InputFailure("`" + parameter + "` counts the whole input, so the input goes in one stream");
            }
        }
    }

    /**
     * Refuses to resume with another number of streams: it has the records in other jobs, which would import them once
     * more. Of each number, all jobs are looked for, as any of them may have begun alone.
     *
     * @throws InputFailure if the input was begun with another number
     */
    public void requireSameNumber() throws IOException, InterruptedException {
        for (String name : names(whole.name(), streams)) {
            if (keylift.job(name).isPresent()) {
                return;
            }
        }
        List<Callable<Void>> searches = new ArrayList<>();
        for (int other = 1; other <= MOST; other++) {
            for (String name : other == streams ? List.<String>of() : names(whole.name(), other)) {
                int number = other;
                searches.add(() -> requireNone(name, number));
            }
        }
        inParallel(searches, MOST_SEARCHES);
    }

    private Void requireNone(String name, int number) throws IOException, InterruptedException {
        if (keylift.job(name).isPresent()) {
            throw new InputFailure("The job " + name + " exists: this input was begun with " + number
                    + (number == 1 ? " stream" : " streams") + ". Use the same number, or another name.");
        }
        return null;
    }

    /** The names of the jobs of an input. */
    public static List<String> names(String name, int streams) {
        if (streams == 1) {
            return List.of(name);
        }
        List<String> names = new ArrayList<>();
        for (int stream = 1; stream <= streams; stream++) {
            names.add(name + "." + stream + "-of-" + streams);
        }
        return names;
    }

    /**
     * Runs all jobs until they have ended.
     *
     * @param listeners that of each stream, by its number from 1
     */
    public StreamedJob run(IntFunction<JobListener> listeners) throws IOException, InterruptedException {
        if (streams == 1) {
            return new StreamedJob(List.of(keylift.run(whole, listeners.apply(1))));
        }
        List<Callable<SummaryLine>> jobs = new ArrayList<>();
        List<String> names = names(whole.name(), streams);
        for (int stream = 1; stream <= streams; stream++) {
            JobRequest job = new JobRequest(
                    whole.kind(),
                    names.get(stream - 1),
                    whole.parameters(),
                    new SplitInput(whole.input(), RecordKey.of(whole.kind()), stream, streams),
                    whole.linesPerSecond());
            JobListener listener = listeners.apply(stream);
            jobs.add(() -> keylift.run(job, listener));
        }
        return new StreamedJob(inParallel(jobs, streams));
    }

    private static <T> List<T> inParallel(List<Callable<T>> tasks, int threads)
            throws IOException, InterruptedException {
        ExecutorService executor = Executors.newFixedThreadPool(threads);
        try {
            return results(tasks.stream().map(executor::submit).toList());
        } finally {
            executor.shutdownNow();
        }
    }

    /** Waits for all: a stream that is refused does not break the others off. */
    private static <T> List<T> results(List<Future<T>> running) throws IOException, InterruptedException {
        List<T> results = new ArrayList<>();
        IOException failure = null;
        for (Future<T> task : running) {
            try {
                results.add(task.get());
            } catch (ExecutionException e) {
                IOException cause = e.getCause() instanceof IOException io ? io : new IOException(e.getCause());
                if (failure == null) {
                    failure = cause;
                } else {
                    failure.addSuppressed(cause);
                }
            }
        }
        if (failure != null) {
            throw failure;
        }
        return results;
    }
}
