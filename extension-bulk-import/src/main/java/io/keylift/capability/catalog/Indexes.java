// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.capability.catalog;

import java.util.Arrays;
import java.util.BitSet;
import java.util.function.IntConsumer;

/** A set of non-negative numbers, stored as bits or as an array, whichever uses less memory; immutable. */
final class Indexes {

    private static final Indexes NONE = new Indexes(new int[0], null);

    /** Sorted; {@code null} if stored as bits. */
    private final int[] numbers;

    private final BitSet bits;

    private Indexes(int[] numbers, BitSet bits) {
        this.numbers = numbers;
        this.bits = bits;
    }

    /** Collects numbers in any order, each of them once. */
    static final class Builder {

        private int[] numbers = new int[4];
        private int size;

        void add(int number) {
            if (size == numbers.length) {
                numbers = Arrays.copyOf(numbers, size + (size >> 1) + 1);
            }
            numbers[size++] = number;
        }

        Indexes build() {
            if (size == 0) {
                return NONE;
            }
            int[] sorted = Arrays.copyOf(numbers, size);
            Arrays.sort(sorted);
            if ((long) size * Integer.SIZE <= sorted[size - 1] + 1L) {
                return new Indexes(sorted, null);
            }
            BitSet bits = new BitSet(sorted[size - 1] + 1);
            for (int number : sorted) {
                bits.set(number);
            }
            return new Indexes(null, bits);
        }
    }

    boolean contains(int number) {
        return bits == null ? Arrays.binarySearch(numbers, number) >= 0 : bits.get(number);
    }

    void forEach(IntConsumer consumer) {
        if (bits == null) {
            Arrays.stream(numbers).forEach(consumer);
        } else {
            bits.stream().forEach(consumer);
        }
    }

    int size() {
        return bits == null ? numbers.length : bits.cardinality();
    }

    /** Memory use in bytes. */
    long bytes() {
        return bits == null ? (long) numbers.length * Integer.BYTES : bits.size() / Byte.SIZE;
    }
}
