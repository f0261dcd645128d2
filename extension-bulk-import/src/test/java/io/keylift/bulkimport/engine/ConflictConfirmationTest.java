// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.engine;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keylift.bulkimport.job.IdMode;
import io.keylift.bulkimport.job.IfExists;
import io.keylift.bulkimport.job.JobOption;
import io.keylift.bulkimport.job.JobOptions;
import io.keylift.bulkimport.job.JobSpec;
import io.keylift.bulkimport.job.Operation;
import io.keylift.bulkimport.kind.spi.Item;
import io.keylift.bulkimport.kind.spi.RejectCode;
import io.keylift.bulkimport.kind.spi.UniqueKey;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ConflictConfirmationTest {

    private static final UniqueKey FOLLOWED = new UniqueKey("client id", "shop", "/clientId");

    private final UniqueKeyGate gate = new UniqueKeyGate();
    private final Item<String> item = new Item<>(2, "record", "key");

    @BeforeEach
    void aFirstChunkIsAtWork() throws InterruptedException {
        gate.enter(1, Set.of(FOLLOWED.text()));
    }

    @Test
    void aRecordThatFollowsAChunkAtWorkNeedsAnotherAttempt() {
        ConflictConfirmation confirmation = begun(IfExists.OVERWRITE);
        item.orderAfter(FOLLOWED);

        assertAgain(confirmation);
    }

    /** The attempt's reads may be older than that commit. */
    @Test
    void aRecordThatFollowsAChunkThatCommitsDuringTheAttemptNeedsAnotherAttempt() {
        ConflictConfirmation confirmation = begun(IfExists.OVERWRITE);
        gate.leave(1);
        item.orderAfter(FOLLOWED);

        assertAgain(confirmation);
    }

    @Test
    void aRecordThatFollowsAllNeedsAnotherAttemptIfAChunkWasAtWork() throws InterruptedException {
        ConflictConfirmation confirmation = begun(IfExists.OVERWRITE);
        gate.leave(1);
        item.orderAfterAll();

        assertAgain(confirmation);
        confirmation.begin();
        assertEnough(confirmation);
    }

    @Test
    void theSecondAttemptIsEnough() throws InterruptedException {
        ConflictConfirmation confirmation = begun(IfExists.OVERWRITE);
        gate.leave(1);
        confirmation.settle();
        confirmation.begin();
        item.orderAfter(FOLLOWED);

        assertEnough(confirmation);
    }

    @Test
    void aRecordThatFollowsWhatNoOtherChunkHasNeedsNoOtherAttempt() {
        ConflictConfirmation confirmation = begun(IfExists.OVERWRITE);
        item.orderAfter(new UniqueKey("client id", "bank", "/clientId"));

        assertEnough(confirmation);
    }

    @Test
    void whereNothingIsGivenUpNothingIsFollowed() {
        ConflictConfirmation confirmation = begun(IfExists.SKIP);
        item.orderAfter(FOLLOWED);

        assertEnough(confirmation);
    }

    @Test
    void aConflictIsConfirmedOnce() {
        ConflictConfirmation confirmation = begun(IfExists.FAIL);
        item.reject(RejectCode.CONFLICT, "/id", "taken");

        assertAgain(confirmation);
        assertEnough(confirmation);
    }

    private ConflictConfirmation begun(IfExists ifExists) {
        JobSpec spec = new JobSpec(
                "job",
                "realm",
                "clients",
                Operation.IMPORT,
                1,
                JobOptions.DEFAULTS.with(JobOption.IF_EXISTS, ifExists).with(JobOption.IDS, IdMode.PREFER));
        ConflictConfirmation confirmation = new ConflictConfirmation(gate, 2, spec);
        confirmation.begin();
        return confirmation;
    }

    private void assertAgain(ConflictConfirmation confirmation) {
        assertThatThrownBy(() -> confirmation.check(List.of(item))).isInstanceOf(ConflictConfirmation.Again.class);
    }

    private void assertEnough(ConflictConfirmation confirmation) {
        assertThatCode(() -> confirmation.check(List.of(item))).doesNotThrowAnyException();
    }
}
