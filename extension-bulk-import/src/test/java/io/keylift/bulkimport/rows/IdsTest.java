// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.rows;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

class IdsTest {

    @Test
    void areTimeOrderedUuidsOfVersion7() {
        long before = System.currentTimeMillis();

        UUID id = UUID.fromString(Ids.next());

        assertThat(id.version()).isEqualTo(7);
        assertThat(id.variant()).isEqualTo(2);
        assertThat(id.getMostSignificantBits() >>> 16).isBetween(before, System.currentTimeMillis() + 1000);
    }

    @Test
    void growEvenWithinAMillisecond() {
        List<String> ids = Stream.generate(Ids::next).limit(100_000).toList();

        assertThat(ids).isSorted().doesNotHaveDuplicates();
    }

    @Test
    void areUniqueAcrossThreads() {
        Set<String> ids = ConcurrentHashMap.newKeySet();

        IntStream.range(0, 100_000).parallel().forEach(i -> ids.add(Ids.next()));

        assertThat(ids).hasSize(100_000);
    }

    @Test
    void generatedIdsAreValid() {
        assertThat(Ids.isValid(Ids.next())).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"1", "acme", "f:ldap:jdoe", "0123456789012345678901234567890123456"})
    void upTo36CharactersAreValid(String id) {
        assertThat(Ids.isValid(id)).isEqualTo(id.length() <= 36);
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(strings = {"", " ", "a b", "a\tb", "a\u0000", "a\u00a0b"})
    void nothingBlankIsValid(String id) {
        assertThat(Ids.isValid(id)).isFalse();
    }
}
