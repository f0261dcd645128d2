// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.cli;

import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;

/** Resources that end together, the last first. */
final class Ends implements Closeable {

    private final Deque<Closeable> ends = new ArrayDeque<>();

    void add(Closeable end) {
        ends.push(end);
    }

    @Override
    public void close() throws IOException {
        IOException failure = null;
        while (!ends.isEmpty()) {
            try {
                ends.pop().close();
            } catch (IOException e) {
                failure = e;
            }
        }
        if (failure != null) {
            throw failure;
        }
    }
}
