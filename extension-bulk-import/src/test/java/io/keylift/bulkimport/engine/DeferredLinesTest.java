// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.keylift.bulkimport.input.InputRecord;
import io.keylift.bulkimport.input.KindRecords;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class DeferredLinesTest {

    private static final int CHUNK_SIZE = 3;

    private final TreeMap<Long, String> ledger = new TreeMap<>();
    private final RunControl control = new RunControl();

    /** The chunks that were tried: their numbers, their lines and, in the last pass, a mark. */
    private final List<String> tried = new ArrayList<>();

    private void defer(long... lines) {
        LongStream.of(lines).forEach(line -> ledger.put(line, "{\"line\":" + line + "}"));
    }

    /** At most so many lines, the last of those before this one. */
    private SortedMap<Long, String> deferred(long before, int max) {
        return ledger.headMap(before, false).descendingMap().entrySet().stream()
                .limit(max)
                .collect(Collectors.toMap(e -> e.getKey(), e -> e.getValue(), (a, b) -> a, TreeMap::new));
    }

    /** A line that is ready is written. In the last pass, the others are rejected. */
    private DeferredLines.Step settling(Predicate<Long> ready) {
        return chunk -> {
            List<Long> lines = linesOf(chunk);
            boolean last = chunk.pass() == Chunk.Pass.LAST;
            boolean drops = chunk.pass() == Chunk.Pass.DROP;
            tried.add(chunk.number() + " " + lines + (last ? " last" : drops ? " drop" : ""));
            return ledger.keySet()
                    .removeAll(lines.stream().filter(ready.or(line -> last)).toList());
        };
    }

    private static List<Long> linesOf(Chunk chunk) {
        return chunk.records().stream().map(record -> record.line()).toList();
    }

    /** A line may name its kind. */
    private InputRecord read(InputRecord line) {
        InputRecord record = KindRecords.read(line, kind -> true);
        return record.fault() == null ? record : line;
    }

    /** Behind the last line. */
    private static final long ALL = 100;

    private DeferredLines lines(int committed) {
        return new DeferredLines(CHUNK_SIZE, false, this::deferred, control, this::read, committed);
    }

    @Test
    void areRetriedFromTheLastToTheFirstAndInTheirOrderWithinAChunk() throws InterruptedException {
        defer(1, 2, 5, 7, 8, 10, 20);

        lines(0).settle(settling(line -> true), ALL);

        assertThat(tried).containsExactly("-1 [8, 10, 20]", "-2 [2, 5, 7]", "-3 [1]");
        assertThat(ledger).isEmpty();
    }

    /** They are those of another run, with another caller. */
    @Test
    void law8_linesBehindTheInputOfTheRunAreLeftAlone() throws InterruptedException {
        defer(1, 2, 5, 7);

        lines(0).settle(settling(line -> true), 5);

        assertThat(tried).containsExactly("-1 [1, 2]");
        assertThat(ledger).containsOnlyKeys(5L, 7L);
    }

    @Test
    void areRetriedAsTheyWereSent() throws InterruptedException {
        ledger.put(4L, "{\"name\":\"Zoë\"}");
        List<String> records = new ArrayList<>();

        lines(0).settle(
                        chunk -> {
                            chunk.records()
                                    .forEach(record -> records.add(new String(record.json(), StandardCharsets.UTF_8)));
                            return ledger.keySet().removeAll(linesOf(chunk));
                        },
                        ALL);

        assertThat(records).containsExactly("{\"name\":\"Zoë\"}");
    }

    /** Line 9 settles in the first pass, and 8 waits for 9, 7 for 8; nothing that line 1 waits for is ever there. */
    @Test
    void areRetriedAsLongAsThatSettlesAny_andThenForTheLastTime() throws InterruptedException {
        defer(1, 7, 8, 9);
        Set<Long> readyAtFirst = Set.of(9L);

        lines(0).settle(
                        settling(line -> readyAtFirst.contains(line) || (line > 1 && !ledger.containsKey(line + 1))),
                        ALL);

        assertThat(tried)
                .containsExactly("-1 [7, 8, 9]", "-2 [1]", "-2 [1, 7, 8]", "-3 [1, 7]", "-4 [1]", "-4 [1] last");
        assertThat(ledger).isEmpty();
    }

    /** Line 8 is settled without what it waits for, then 7 finds it; 1 and 2 wait for each other. */
    @Test
    void areTriedWithoutWhatNoLineDefinesBeforeTheyAreTriedForTheLastTime() throws InterruptedException {
        defer(1, 2, 7, 8);
        DeferredLines lines = new DeferredLines(CHUNK_SIZE, true, this::deferred, control, this::read, 0);

        lines.settle(
                chunk -> {
                    boolean drops = chunk.pass() == Chunk.Pass.DROP;
                    return settling(line -> line == 8 && drops || line == 7 && !ledger.containsKey(8L))
                            .settles(chunk);
                },
                ALL);

        assertThat(tried)
                .containsExactly(
                        "-1 [2, 7, 8]",
                        "-1 [1]",
                        "-1 [2, 7, 8] drop",
                        "-2 [1] drop",
                        "-2 [1, 2, 7]",
                        "-3 [1, 2]",
                        "-3 [1, 2] drop",
                        "-3 [1, 2] last");
        assertThat(ledger).isEmpty();
    }

    /** Numbers of chunks that settle no line are used again: they have no entry in the ledger. */
    @Test
    void ofAnEarlierRunAreFollowedByTheNextNumber() throws InterruptedException {
        defer(1, 2, 3, 4);

        lines(5).settle(settling(line -> line < 2), ALL);

        assertThat(tried).containsExactly("-6 [2, 3, 4]", "-6 [1]", "-7 [2, 3, 4]", "-7 [2, 3, 4] last");
    }

    /** A later line of another kind may define the object that line 4 waits for. */
    @Test
    void areRetriedOnlyAsLongAsThatSettlesAnyBeforeAnotherKindBegins() throws InterruptedException {
        defer(2, 3, 4, 9);

        lines(0).settleReady(settling(line -> line < 4 && !ledger.containsKey(line + 2)), 9);

        assertThat(tried).containsExactly("-1 [2, 3, 4]", "-2 [2, 4]");
        assertThat(ledger).containsOnlyKeys(2L, 4L, 9L);
    }

    @Test
    void ofSeveralKindsAreRetriedKindByKind() throws InterruptedException {
        for (long line : List.of(1L, 2L, 3L, 5L)) {
            ledger.put(line, "{\"kind\":\"" + (line == 2 ? "b" : "a") + "\",\"record\":{}}");
        }

        lines(0).settle(settling(line -> true), ALL);

        assertThat(tried).containsExactly("-1 [3, 5]", "-2 [2]", "-3 [1]");
    }

    @Test
    void areNotAskedForTwiceIfThereAreNone() throws InterruptedException {
        List<Long> questions = new ArrayList<>();

        new DeferredLines(
                        CHUNK_SIZE,
                        false,
                        (before, max) -> {
                            questions.add(before);
                            return deferred(before, max);
                        },
                        control,
                        this::read,
                        0)
                .settle(settling(line -> true), ALL);

        assertThat(questions).containsExactly(ALL);
        assertThat(tried).isEmpty();
    }

    @Test
    void areLeftWhereTheyAreWhenTheRunIsToEnd() throws InterruptedException {
        defer(1, 2, 3, 4, 5, 6, 7);
        DeferredLines.Step step = settling(line -> true);

        lines(0).settle(
                        chunk -> {
                            control.end(RunControl.CANCELLED);
                            return step.settles(chunk);
                        },
                        ALL);
        lines(0).settle(step, ALL);

        assertThat(tried).containsExactly("-1 [5, 6, 7]");
        assertThat(ledger).containsOnlyKeys(1L, 2L, 3L, 4L);
    }

    @Test
    void waitWhileTheRunIsPaused() {
        defer(1, 2, 3, 4);
        DeferredLines.Step step = settling(line -> true);
        CompletableFuture<Thread> started = new CompletableFuture<>();

        CompletableFuture<Void> settled = CompletableFuture.runAsync(() -> {
            try {
                lines(0).settle(
                                chunk -> {
                                    if (started.complete(Thread.currentThread())) {
                                        control.pause();
                                    }
                                    return step.settles(chunk);
                                },
                                ALL);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        Thread thread = started.join();
        await().until(() -> settled.isDone() || thread.getState() == Thread.State.WAITING);

        assertThat(tried).containsExactly("-1 [2, 3, 4]");
        control.resume();
        settled.join();
        assertThat(tried).containsExactly("-1 [2, 3, 4]", "-2 [1]");
    }
}
