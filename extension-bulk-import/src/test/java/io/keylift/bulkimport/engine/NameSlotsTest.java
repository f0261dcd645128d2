// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.keylift.bulkimport.kind.Claim;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class NameSlotsTest {

    private static Stream<Claim> names(int count) {
        return IntStream.range(0, count).mapToObj(i -> new Claim("name", "n" + i, "/names/" + i));
    }

    @Test
    void areFewAndInOrderWhateverTheChunkHolds() {
        assertThat(NameSlots.of(names(5000), Stream.of()).keySet())
                .containsExactlyElementsOf(IntStream.range(0, 64).boxed().toList());
        assertThat(NameSlots.of(Stream.of(), Stream.of())).isEmpty();
    }

    @Test
    void whatARecordWantsIsLockedAloneWhoeverElseKeepsIt() {
        assertThat(NameSlots.of(names(1), Stream.of())).hasSize(1).containsValue(true);
        assertThat(NameSlots.of(Stream.of(), names(1))).hasSize(1).containsValue(false);
        assertThat(NameSlots.of(names(1), names(1))).isEqualTo(NameSlots.of(names(1), Stream.of()));
    }
}
