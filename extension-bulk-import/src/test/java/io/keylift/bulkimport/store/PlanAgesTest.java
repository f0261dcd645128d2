// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PlanAgesTest {

    private final PlanAges ages = new PlanAges();
    private final Connection first = connection();
    private final Connection second = connection();

    @Test
    void aConnectionPlansAnewWhenTheRecordsAreFourTimesAsMany() {
        List<Integer> anew = IntStream.rangeClosed(1, 100)
                .filter(chunk -> ages.areOutdated(first, 1000))
                .boxed()
                .toList();

        assertThat(anew).containsExactly(2, 5, 17, 65);
    }

    @Test
    void recordsCountForEachConnection() {
        ages.areOutdated(first, 1000);
        ages.areOutdated(second, 3000);

        assertThat(ages.areOutdated(first, 10)).isTrue();
        assertThat(ages.areOutdated(second, 10)).isTrue();
        assertThat(ages.areOutdated(first, 10)).isFalse();
    }

    @Test
    void withoutRecordsNothingIsOutdated() {
        ages.areOutdated(first, 0);

        assertThat(ages.areOutdated(first, 0)).isFalse();
    }

    private static Connection connection() {
        return (Connection) Proxy.newProxyInstance(
                Connection.class.getClassLoader(),
                new Class<?>[] {Connection.class},
                (proxy, method, arguments) -> method.getName().equals("hashCode")
                        ? System.identityHashCode(proxy)
                        : (Object) (proxy == arguments[0]));
    }
}
