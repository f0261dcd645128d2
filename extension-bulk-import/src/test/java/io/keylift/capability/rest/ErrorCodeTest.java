// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.capability.rest;

import static org.assertj.core.api.Assertions.assertThat;

import io.keylift.bulkimport.kind.spi.RejectCode;
import java.lang.reflect.Field;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** Calls and imports have one set of codes, although neither knows the other. */
class ErrorCodeTest {

    @Test
    void everyCodeIsThatOfAReject() throws ReflectiveOperationException {
        assertThat(Arrays.stream(ErrorCode.class.getDeclaredFields())
                        .filter(field -> !field.isSynthetic())
                        .toList())
                .hasSizeGreaterThan(5);
        for (Field code : ErrorCode.class.getDeclaredFields()) {
            if (!code.isSynthetic()) {
                assertThat(code.get(null))
                        .as(code.getName())
                        .isEqualTo(RejectCode.class.getField(code.getName()).get(null));
            }
        }
    }
}
