// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.client.realm;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.stream.IntStream;

/** A document with other ids in the place of some: texts of JSON that are such an id as a whole. */
final class ReplacedIds extends FilterInputStream {

    private final Map<String, String> ids;
    private final int[] lengths;
    private final int longest;
    private final byte[] block = new byte[1 << 16];
    private int at;
    private int safe;
    private int end;
    private boolean ended;

    /** @param ids each of the length of the one that it replaces */
    ReplacedIds(InputStream in, Map<String, String> ids) {
        super(in);
        this.ids = ids;
        this.lengths = ids.keySet().stream().mapToInt(String::length).distinct().toArray();
        this.longest = IntStream.of(lengths).max().orElse(0);
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        while (at == safe) {
            if (ended) {
                return -1;
            }
            fill();
        }
        int count = Math.min(length, safe - at);
        System.arraycopy(block, at, bytes, offset, count);
        at += count;
        return count;
    }

    /** Reads on, and holds back what may be the beginning of an id. */
    private void fill() throws IOException {
        System.arraycopy(block, at, block, 0, end - at);
        end -= at;
        at = 0;
        int count = in.read(block, end, block.length - end);
        ended = count < 0;
        end += Math.max(0, count);
        // An id in its quotation marks has to be in the block as a whole, unless nothing follows.
        int last = ended ? end : end - longest - 2;
        int i = 0;
        while (i <= last) {
            i += Math.max(1, replace(i));
        }
        safe = ended ? end : i;
    }

    /** How many bytes of the text at a place were replaced; 0 if it is no id. */
    private int replace(int i) {
        if (block[i] == '"') {
            for (int length : lengths) {
                int close = i + length + 1;
                String other = close < end && block[close] == '"'
                        ? ids.get(new String(block, i + 1, length, StandardCharsets.ISO_8859_1))
                        : null;
                if (other != null) {
                    System.arraycopy(other.getBytes(StandardCharsets.US_ASCII), 0, block, i + 1, length);
                    return length + 2;
                }
            }
        }
        return 0;
    }

    @Override
    public boolean markSupported() {
        return false;
    }
}
