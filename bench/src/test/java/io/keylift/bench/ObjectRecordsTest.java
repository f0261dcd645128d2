// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ObjectRecordsTest {

    private static final int COUNT = 1000;

    @ParameterizedTest
    @EnumSource
    void eachRecordHasAKeyOfItsOwnAndAnotherValueAfterEachChange(ObjectKind kind) {
        ObjectRecords records = ObjectRecords.of(kind, COUNT);
        RecordState merged = RecordState.NEW.changed();
        Set<String> keys = new HashSet<>();
        for (int i = 0; i < COUNT; i++) {
            keys.add(records.key(i));
            assertThat(records.record(i, merged)).isNotEqualTo(records.record(i, RecordState.NEW));
            assertThat(records.record(i, merged.changed())).isNotEqualTo(records.record(i, merged));
        }

        assertThat(keys).hasSize(COUNT);
        assertThat(records.count()).isEqualTo(COUNT);
    }
}
