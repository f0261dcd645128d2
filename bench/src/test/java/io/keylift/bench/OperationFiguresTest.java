// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bench;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.keylift.it.http.AdminHttp;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.Test;

class OperationFiguresTest {

    private final OperationFigures figures = new OperationFigures();

    @Test
    void anOperationIsComparedWithTheImportOfItsPlace() {
        figures.add("near", done(Operation.IMPORT, 2, Map.of("write", 3.0, "parse", 1.0), null));
        figures.add("near", done(Operation.VERIFY, 1, Map.of(), new DatabaseCalls(80, 40)));
        ByteArrayOutputStream printed = new ByteArrayOutputStream();

        figures.print(new PrintStream(printed, true, StandardCharsets.UTF_8));

        String[] lines = printed.toString(StandardCharsets.UTF_8).split("\n");
        assertThat(lines)
                .anySatisfy(line ->
                        assertThat(line).matches("near +verify +2,000 +2,000 +2,000 +2.0000 +5.0 +6.0 +4 +2 *"));
        assertThat(lines)
                .anySatisfy(line -> assertThat(line).matches("near +import +25.0 +0.0 +0.0 +0.0 +0.0 +75.0 +0.0 *"));
        assertThat(lines).anySatisfy(line -> assertThat(line).matches("near +verify +40.0 +20.0 *"));
    }

    @Test
    void callsAreInTheResultOnlyIfTheyAreCounted() {
        figures.add("", done(Operation.IMPORT, 2, Map.of("write", 3.0, "parse", 1.0), null));
        figures.add("far", done(Operation.VERIFY, 1, Map.of(), new DatabaseCalls(80, 40)));

        JsonNode json = AdminHttp.JSON.valueToTree(figures.result());

        assertThat(json.at("/0/phases/write").asDouble()).isEqualTo(0.75);
        assertThat(json.at("/0/calls").isMissingNode()).isTrue();
        assertThat(json.at("/1/calls/0/roundTrips").asInt()).isEqualTo(40);
        assertThat(json.at("/1/chunkSize").asInt()).isEqualTo(1000);
    }

    private static Done done(Operation operation, double seconds, Map<String, Double> phases, DatabaseCalls calls) {
        return new Done(operation, 2000, seconds, new CpuTimes(5, 6), new Written(8000, 4000), phases, calls);
    }
}
