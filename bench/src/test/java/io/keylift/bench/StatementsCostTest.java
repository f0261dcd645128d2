// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.Map;
import org.junit.jupiter.api.Test;

class StatementsCostTest {

    private final StatementsCost cost = new StatementsCost();

    @Test
    void eachSortIsAShareOfTheServerWithoutCommentsThatTracesAsItDoes() {
        addSet();

        StatementsCost.Sort route = cost.sorts().get(StatementOptions.ROUTE.ordinal());
        assertThat(route.keycloakShare()).containsExactly(1.1);
        assertThat(route.postgresqlShare()).containsExactly(1.5);
        StatementsCost.Sort traced = cost.sorts().get(StatementOptions.ROUTE_AND_TRACE.ordinal());
        assertThat(traced.keycloakShare()).containsExactly(1.25);
        assertThat(traced.postgresqlShare()).containsExactly(3.0);
    }

    @Test
    void theTableNamesTheStatementsAndEachSort() {
        addSet();
        ByteArrayOutputStream out = new ByteArrayOutputStream();

        cost.print(new PrintStream(out));

        assertThat(out.toString())
                .contains("a request, 40 statements")
                .containsPattern("route-and-trace, every request traced +2,500 +1.2500 .* 600 +3.0000");
    }

    private void addSet() {
        cost.add(
                Map.of(
                        StatementOptions.NONE, new CpuTimes(1000, 100),
                        StatementOptions.ROWS, new CpuTimes(1050, 100),
                        StatementOptions.ROUTE, new CpuTimes(1100, 150),
                        StatementOptions.NONE_TRACED, new CpuTimes(2000, 200),
                        StatementOptions.ROUTE_AND_TRACE, new CpuTimes(2500, 600)),
                40);
    }
}
