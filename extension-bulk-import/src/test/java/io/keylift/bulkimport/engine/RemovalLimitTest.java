// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RemovalLimitTest {

    @ParameterizedTest
    @CsvSource({
        "0.1, true, 999, 0",
        "0.1, true, 1000, 1",
        "0.1, true, 1999, 1",
        "100, true, 7, 7",
        "0, true, 1000000, 0",
        "0.000001, true, 9007199254740993, 90071992",
        "12, false, 5, 12",
        "0, false, 1000, 0",
    })
    void aShareIsRoundedDown(BigDecimal value, boolean share, long inScope, long most) {
        assertThat(new RemovalLimit(value, share).of(inScope)).isEqualTo(most);
    }
}
