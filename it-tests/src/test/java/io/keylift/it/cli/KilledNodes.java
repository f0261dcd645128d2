// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.cli;

import io.keylift.it.imports.visibility.TwoNodes;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;

/** Kills one of two nodes, and starts it again while the other one may serve. */
final class KilledNodes implements AutoCloseable {

    private final ExecutorService starts = Executors.newFixedThreadPool(2);
    private final List<CompletableFuture<Void>> ready = new ArrayList<>();
    private final TwoNodes nodes;
    private final Random random;
    private int last;

    /** @param nodes both of which serve */
    KilledNodes(TwoNodes nodes, Random random) {
        this.nodes = nodes;
        this.random = random;
        ready.add(CompletableFuture.completedFuture(null));
        ready.add(CompletableFuture.completedFuture(null));
    }

    /** Kills any node that serves; if none does, the first that will. */
    void killOne() {
        CompletableFuture.anyOf(ready.toArray(CompletableFuture[]::new)).join();
        List<Integer> serving = IntStream.range(0, ready.size())
                .filter(node -> ready.get(node).isDone())
                .boxed()
                .toList();
        last += serving.size() == 1 ? 1 : 0;
        int node = serving.get(random.nextInt(serving.size()));
        nodes.node(node).kill();
        ready.set(node, CompletableFuture.runAsync(() -> nodes.node(node).start(), starts));
    }

    /** How many nodes were killed while the other one did not serve. */
    int last() {
        return last;
    }

    void awaitAll() {
        ready.forEach(CompletableFuture::join);
    }

    @Override
    public void close() {
        starts.shutdownNow();
    }
}
