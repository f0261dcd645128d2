// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.undo;

import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.function.IntFunction;

/** Parts of stored rows, one after the other. The first one, which is usually the only one, stays in memory. */
final class KeptParts implements Iterable<byte[]> {

    private final IntFunction<Optional<byte[]>> source;
    private byte[] first;
    private int end = Integer.MAX_VALUE;

    /** @param source reads the part with a number, from 0; empty behind the last one */
    KeptParts(IntFunction<Optional<byte[]>> source) {
        this.source = source;
    }

    private Optional<byte[]> part(int number) {
        if (number >= end) {
            return Optional.empty();
        }
        if (number == 0 && first != null) {
            return Optional.of(first);
        }
        Optional<byte[]> part = source.apply(number);
        if (part.isEmpty()) {
            end = number;
        } else if (number == 0) {
            first = part.get();
        }
        return part;
    }

    @Override
    public Iterator<byte[]> iterator() {
        return new Iterator<>() {

            private int number;
            private Optional<byte[]> next = part(0);

            @Override
            public boolean hasNext() {
                return next.isPresent();
            }

            @Override
            public byte[] next() {
                byte[] part = next.orElseThrow(NoSuchElementException::new);
                next = part(++number);
                return part;
            }
        };
    }
}
