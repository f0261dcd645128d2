// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind;

import static org.assertj.core.api.Assertions.assertThat;

import io.keylift.bulkimport.job.Reject;
import io.keylift.bulkimport.kind.spi.Item;
import io.keylift.bulkimport.kind.spi.RejectCode;
import java.util.Set;
import org.junit.jupiter.api.Test;

class GivenIdsTest {

    private final Item<String> item = new Item<>(7, "record", "key");

    @Test
    void aNewEntityGetsAFreeId() {
        assertThat(check("free", null)).isTrue();
        assertThat(check(null, null)).isTrue();
        assertThat(item.isRejected()).isFalse();
    }

    @Test
    void aNewEntityDoesNotGetATakenId() {
        assertThat(check("taken", null)).isFalse();
        assertRejected(GivenIds.TAKEN);
    }

    @Test
    void anEntityThatExistsKeepsItsId() {
        assertThat(check("taken", "taken")).isTrue();
        assertThat(check(null, "taken")).isTrue();
        assertThat(item.isRejected()).isFalse();
    }

    @Test
    void anEntityThatExistsGetsNoOtherId() {
        assertThat(check("free", "taken")).isFalse();
        assertRejected(GivenIds.OTHER);
    }

    @Test
    void theIdOfAnotherEntityIsAnotherId() {
        assertThat(check("taken", "own")).isFalse();
        assertRejected(GivenIds.OTHER);
    }

    private boolean check(String given, String existingId) {
        return GivenIds.check(item, "/id", given, existingId, Set.of("taken"));
    }

    private void assertRejected(String message) {
        assertThat(item.reject()).isEqualTo(new Reject(7, "key", RejectCode.CONFLICT, "/id", message, null));
    }
}
