// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.engine;

import static io.keylift.bulkimport.engine.ChunkStates.State.AWAITS_EARLIER_CHUNKS;
import static io.keylift.bulkimport.engine.ChunkStates.State.AWAITS_OUTSIDE_WORK;
import static io.keylift.bulkimport.engine.ChunkStates.State.AWAITS_REALM;
import static io.keylift.bulkimport.engine.ChunkStates.State.DROPS_PARTS;
import static io.keylift.bulkimport.engine.ChunkStates.State.FAILED;
import static io.keylift.bulkimport.engine.ChunkStates.State.IN_DOUBT;
import static io.keylift.bulkimport.engine.ChunkStates.State.OVERTAKEN;
import static io.keylift.bulkimport.engine.ChunkStates.State.RETRIED;
import static io.keylift.bulkimport.engine.ChunkStates.State.SEARCHED;
import static io.keylift.bulkimport.engine.ChunkStates.State.SUSPECTED;
import static io.keylift.bulkimport.rows.TransactionFailure.CONTENTION;
import static io.keylift.bulkimport.rows.TransactionFailure.DATA;
import static io.keylift.bulkimport.rows.TransactionFailure.FATAL;
import static io.keylift.bulkimport.rows.TransactionFailure.UNKNOWN;
import static io.keylift.bulkimport.rows.TransactionFailure.UNREACHABLE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import io.keylift.bulkimport.engine.ChunkStates.State;
import io.keylift.bulkimport.kind.spi.OutsideWork;
import io.keylift.bulkimport.rows.TransactionFailure;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The table of states and failures. */
class ChunkStatesTest {

    private final ChunkStates states = new ChunkStates();

    static Stream<Arguments> afterAnAttempt() {
        return Stream.of(
                arguments(new ConflictConfirmation.Again(), false, AWAITS_EARLIER_CHUNKS),
                arguments(new ConflictConfirmation.Again(), true, AWAITS_EARLIER_CHUNKS),
                arguments(new ChunkAttempt.KeysTakenException(), false, OVERTAKEN),
                arguments(new ChunkAttempt.RealmBusyException(), false, AWAITS_REALM),
                arguments(new OutsideWork(List.of(sessions -> {})), false, AWAITS_OUTSIDE_WORK),
                arguments(new OutsideWork(List.of(sessions -> {})), true, DROPS_PARTS),
                arguments(new DroppedParts.FoundException(), true, DROPS_PARTS),
                arguments(new IllegalStateException(), true, DROPS_PARTS),
                arguments(new IllegalStateException(), false, IN_DOUBT));
    }

    @ParameterizedTest
    @MethodSource
    void afterAnAttempt(RuntimeException thrown, boolean hasPartsToDrop, State state) {
        assertThat(states.after(thrown, hasPartsToDrop)).isEqualTo(state);
    }

    static Stream<Arguments> notCommitted() {
        return Stream.of(
                arguments(List.of(DATA), List.of(SUSPECTED)),
                arguments(
                        times(7, DATA), List.of(SUSPECTED, SEARCHED, SUSPECTED, SEARCHED, SUSPECTED, SEARCHED, FAILED)),
                arguments(List.of(DATA, CONTENTION, DATA), List.of(SUSPECTED, RETRIED, SEARCHED)),
                arguments(List.of(DATA, UNREACHABLE, UNKNOWN, DATA), List.of(SUSPECTED, RETRIED, RETRIED, SEARCHED)),
                arguments(times(6, UNKNOWN), List.of(RETRIED, RETRIED, RETRIED, RETRIED, SUSPECTED, SEARCHED)),
                arguments(
                        Stream.of(times(4, UNKNOWN), List.of(DATA, UNKNOWN))
                                .flatMap(List::stream)
                                .toList(),
                        List.of(RETRIED, RETRIED, RETRIED, RETRIED, SUSPECTED, SEARCHED)),
                arguments(List.of(FATAL), List.of(FAILED)));
    }

    @ParameterizedTest
    @MethodSource
    void notCommitted(List<TransactionFailure> failures, List<State> expected) {
        assertThat(failures.stream().map(states::notCommitted)).containsExactlyElementsOf(expected);
    }

    @Test
    void eachFailureThatCanPassIsRetriedButNotForever() {
        for (TransactionFailure failure : List.of(CONTENTION, UNREACHABLE)) {
            assertThat(times(19, failure).stream().map(states::notCommitted)).containsOnly(RETRIED);
            assertThat(states.notCommitted(failure)).isEqualTo(FAILED);
            assertThat(states.count(failure)).isEqualTo(20);
        }
        assertThat(Collections.nCopies(10, UNKNOWN).stream().map(states::notCommitted))
                .doesNotContain(FAILED);
        assertThat(states.notCommitted(UNKNOWN)).isEqualTo(FAILED);
    }

    private static List<TransactionFailure> times(int count, TransactionFailure failure) {
        return Collections.nCopies(count, failure);
    }
}
