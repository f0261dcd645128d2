// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.engine;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * Keeps chunks that claim a common name from being written at the same time. Chunks announce their claims in the order of the input,
 * and one that shares a claim with an earlier chunk waits until that one has ended: the outcome is that of a serial import, and no two
 * transactions of an import wait for each other in the database.
 */
final class ClaimGate {

    private final Map<String, Integer> holders = new HashMap<>();
    private final Map<Integer, Set<String>> claims = new HashMap<>();
    private int announced;
    private boolean open;

    /** Waits for its turn, then until no earlier chunk in flight holds any of the claims. */
    synchronized void enter(int chunk, Set<String> wanted) throws InterruptedException {
        while (announced < chunk - 1 && !open) {
            wait();
        }
        Set<Integer> before = new HashSet<>();
        for (String claim : wanted) {
            Integer holder = holders.put(claim, chunk);
            if (holder != null) {
                before.add(holder);
            }
        }
        claims.put(chunk, wanted);
        announced = Math.max(announced, chunk);
        notifyAll();
        while (!open && before.stream().anyMatch(claims::containsKey)) {
            wait();
        }
    }

    /** Says that a chunk is not going to enter. */
    synchronized void skip(int chunk) throws InterruptedException {
        while (announced < chunk - 1 && !open) {
            wait();
        }
        announced = Math.max(announced, chunk);
        notifyAll();
    }

    synchronized void leave(int chunk) {
        Set<String> held = claims.remove(chunk);
        if (held != null) {
            for (String claim : held) {
                holders.remove(claim, chunk);
            }
        }
        notifyAll();
    }

    /** Lets everybody through; for an import that is ending early. */
    synchronized void open() {
        open = true;
        notifyAll();
    }
}
