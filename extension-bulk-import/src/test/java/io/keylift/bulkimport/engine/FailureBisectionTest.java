// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keylift.bulkimport.kind.spi.Item;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import org.hibernate.exception.DataException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(20)
class FailureBisectionTest {

    private static final RuntimeException UNKNOWN = new IllegalStateException("nobody knows why");

    private final List<Item<String>> items = LongStream.rangeClosed(1, 8)
            .mapToObj(line -> new Item<>(line, "r" + line, "r" + line))
            .toList();

    private static RuntimeException refused() {
        return new DataException("refused", new SQLException("refused", "22001"));
    }

    private void search(FailureBisection.Rehearsal<String> rehearsal, RuntimeException failure)
            throws InterruptedException {
        new FailureBisection<>(rehearsal).reject(items, failure);
    }

    private static FailureBisection.Rehearsal<String> failingAt(RuntimeException failure, String... guilty) {
        return replayed -> {
            if (replayed.stream().anyMatch(item -> List.of(guilty).contains(item.record()))) {
                throw failure;
            }
        };
    }

    private List<String> rejects() {
        return items.stream()
                .filter(Item::isRejected)
                .map(item -> item.record() + " " + item.reject().code())
                .toList();
    }

    @Test
    void whatTheDatabaseRefusesIsRejectedAndNothingElse() throws InterruptedException {
        search(failingAt(refused(), "r3", "r8"), refused());

        assertThat(rejects()).containsExactly("r3 database_refused", "r8 database_refused");
    }

    @Test
    void aRecordAtWhichTheServerFailsEachTimeIsRejected() throws InterruptedException {
        search(failingAt(UNKNOWN, "r5"), UNKNOWN);

        assertThat(rejects()).containsExactly("r5 failed");
    }

    /** It may end at any moment of the search. */
    @Test
    void troubleThatPassesIsNoRecordsFault() throws InterruptedException {
        for (int failures = 1; failures <= 8; failures++) {
            AtomicInteger left = new AtomicInteger(failures);
            search(
                    replayed -> {
                        if (!replayed.isEmpty() && left.getAndDecrement() > 0) {
                            throw UNKNOWN;
                        }
                    },
                    UNKNOWN);

            assertThat(rejects()).as("after %d failures", failures).isEmpty();
        }
    }

    @Test
    void troubleThatLastsIsNoRecordsFault() {
        assertThatThrownBy(() -> search(
                        replayed -> {
                            throw UNKNOWN;
                        },
                        UNKNOWN))
                .isSameAs(UNKNOWN);

        assertThat(rejects()).isEmpty();
    }
}
