// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind;

import static org.assertj.core.api.Assertions.assertThat;

import io.keylift.bulkimport.kind.spi.ReadContext;
import io.keylift.bulkimport.kind.spi.RecordOperation;
import java.lang.reflect.Method;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A method with a default that is added later would otherwise not be delegated, and nothing would fail. */
class DelegatingTest {

    @Test
    void everyMethodOfAnOperationIsDelegated() {
        assertThat(signatures(DelegatingOperation.class)).containsAll(signatures(RecordOperation.class));
    }

    @Test
    void everyMethodOfAContextIsDelegated() {
        assertThat(signatures(DelegatingContext.class)).containsAll(signatures(ReadContext.class));
    }

    private static List<String> signatures(Class<?> type) {
        return Stream.of(type.getDeclaredMethods())
                .map(DelegatingTest::signature)
                .toList();
    }

    private static String signature(Method method) {
        return method.getName() + List.of(method.getParameterTypes());
    }
}
