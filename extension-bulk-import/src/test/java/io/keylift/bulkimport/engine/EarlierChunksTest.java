// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.keylift.bulkimport.job.CommittedChunk;
import io.keylift.bulkimport.job.Counters;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class EarlierChunksTest {

    private final TreeMap<Integer, CommittedChunk> ledger = new TreeMap<>();
    private final List<Integer> pages = new ArrayList<>();
    private final EarlierChunks earlier = new EarlierChunks((from, max) -> {
        List<CommittedChunk> page =
                ledger.tailMap(from, true).values().stream().limit(max).toList();
        pages.add(page.size());
        return page;
    });

    private void commit(IntStream numbers) {
        numbers.forEach(number -> ledger.put(number, new CommittedChunk(number, new byte[0], Counters.ZERO, 1)));
    }

    @Test
    void areReadPageByPage() throws InterruptedException {
        int count = 5 * EarlierChunks.PAGE / 2;
        commit(IntStream.rangeClosed(1, count));

        for (int number = 1; number <= count; number++) {
            assertThat(earlier.take(number)).extracting(CommittedChunk::chunk).isEqualTo(number);
        }
        assertThat(earlier.take(count + 1)).isNull();
        assertThat(earlier.take(count + 2)).isNull();

        assertThat(pages).containsExactly(EarlierChunks.PAGE, EarlierChunks.PAGE, EarlierChunks.PAGE / 2);
        assertThat(earlier.goOn()).isFalse();
    }

    @Test
    void mayHaveGaps() throws InterruptedException {
        commit(IntStream.of(2, 5));

        assertThat(IntStream.rangeClosed(1, 4).filter(this::isCommitted)).containsExactly(2);
        assertThat(earlier.goOn()).isTrue();
        assertThat(isCommitted(5)).isTrue();
        assertThat(earlier.goOn()).isFalse();
    }

    @Test
    void thoseOfLinesThatWerePutOffAreCounted() throws InterruptedException {
        commit(IntStream.rangeClosed(1, 3));
        assertThat(earlier.deferred()).isZero();

        commit(IntStream.rangeClosed(-4, -1));
        assertThat(earlier.deferred()).isEqualTo(4);
    }

    @Test
    void aFirstRunAsksForNone() throws InterruptedException {
        EarlierChunks none = new EarlierChunks(null);

        assertThat(none.take(1)).isNull();
        assertThat(none.goOn()).isFalse();
        assertThat(none.deferred()).isZero();
    }

    private boolean isCommitted(int number) {
        try {
            return earlier.take(number) != null;
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
