// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.spi;

import static org.assertj.core.api.Assertions.assertThat;

import io.keylift.bulkimport.job.IdMode;
import io.keylift.bulkimport.job.Reject;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class GivenIdsTest {

    private final Item<String> item = new Item<>(7, "record", "key");

    @Test
    void aNewEntityGetsAFreeId() {
        assertThat(settle(IdMode.STRICT, "free", null)).isEqualTo("free");
        assertThat(settle(IdMode.PREFER, "free", null)).isEqualTo("free");
        assertThat(item.isRejected()).isFalse();
    }

    @ParameterizedTest
    @EnumSource
    void aNewEntityWithoutAnIdGetsAGeneratedOne(IdMode mode) {
        assertThat(settle(mode, null, null)).hasSize(36);
        assertThat(item.isRejected()).isFalse();
    }

    @Test
    void aNewEntityDoesNotGetATakenId() {
        assertThat(settle(IdMode.STRICT, "taken", null)).isNull();
        assertRejected(GivenIds.TAKEN);
    }

    @Test
    void preferredATakenIdIsIgnored() {
        assertThat(settle(IdMode.PREFER, "taken", null)).hasSize(36);
        assertThat(item.isRejected()).isFalse();
    }

    @Test
    void preferredAnIdGoesToTheFirstOfTwoNewEntities() {
        GivenIds ids = new GivenIds(IdMode.PREFER, Set.of());

        assertThat(ids.settle(item, "/id", "free", null)).isEqualTo("free");
        assertThat(ids.settle(item, "/id", "free", null)).hasSize(36);
    }

    @Test
    void anEntityThatExistsDoesNotUseUpTheIdThatItsRecordGives() {
        GivenIds ids = new GivenIds(IdMode.PREFER, Set.of());

        assertThat(ids.settle(item, "/id", "free", "own")).isEqualTo("own");
        assertThat(ids.settle(item, "/id", "free", null)).isEqualTo("free");
    }

    @Test
    void ignoredAFreeIdIsNotUsedEither() {
        assertThat(settle(IdMode.IGNORE, "free", null)).hasSize(36);
        assertThat(settle(IdMode.IGNORE, "taken", null)).hasSize(36);
        assertThat(item.isRejected()).isFalse();
    }

    @ParameterizedTest
    @EnumSource
    void anEntityThatExistsKeepsItsId(IdMode mode) {
        assertThat(settle(mode, "taken", "taken")).isEqualTo("taken");
        assertThat(settle(mode, null, "taken")).isEqualTo("taken");
        assertThat(item.isRejected()).isFalse();
    }

    @ParameterizedTest
    @EnumSource(names = {"PREFER", "IGNORE"})
    void unlessStrictAnEntityThatExistsKeepsItsIdWhateverTheRecordGives(IdMode mode) {
        assertThat(settle(mode, "free", "own")).isEqualTo("own");
        assertThat(settle(mode, "taken", "own")).isEqualTo("own");
        assertThat(item.isRejected()).isFalse();
    }

    @Test
    void anEntityThatExistsGetsNoOtherId() {
        assertThat(settle(IdMode.STRICT, "free", "taken")).isNull();
        assertRejected(GivenIds.OTHER);
    }

    @Test
    void theIdOfAnotherEntityIsAnotherId() {
        assertThat(settle(IdMode.STRICT, "taken", "own")).isNull();
        assertRejected(GivenIds.OTHER);
    }

    private String settle(IdMode mode, String given, String existingId) {
        return new GivenIds(mode, Set.of("taken")).settle(item, "/id", given, existingId);
    }

    private void assertRejected(String message) {
        assertThat(item.reject()).isEqualTo(new Reject(7, "key", RejectCode.CONFLICT, "/id", message));
    }
}
