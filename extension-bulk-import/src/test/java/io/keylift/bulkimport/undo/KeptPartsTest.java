// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.undo;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class KeptPartsTest {

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 3})
    void allPartsAreReadAnyNumberOfTimes_andTheFirstOnce(int count) {
        List<Integer> asked = new ArrayList<>();
        KeptParts parts = new KeptParts(number -> {
            asked.add(number);
            return number < count ? Optional.of(new byte[] {(byte) number}) : Optional.empty();
        });

        for (int times = 1; times <= 2; times++) {
            List<Byte> read = new ArrayList<>();
            parts.forEach(part -> read.add(part[0]));
            assertThat(read).containsExactlyElementsOf(bytes(count));
        }

        assertThat(asked).containsOnlyOnce(0).containsOnlyOnce(count);
    }

    private static List<Byte> bytes(int count) {
        List<Byte> bytes = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            bytes.add((byte) i);
        }
        return bytes;
    }
}
