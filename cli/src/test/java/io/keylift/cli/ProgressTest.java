// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.client.JobListener;
import io.keylift.client.answer.ProgressLine;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ProgressTest {

    private final Terminal terminal = new Terminal(
            new ByteArrayInputStream(new byte[0]),
            new PrintStream(new ByteArrayOutputStream()),
            new PrintStream(new ByteArrayOutputStream()),
            Map.of(),
            false);

    @Test
    void aJobThatIsSentAgainGoesOnWhereItWas() {
        try (Progress progress = new Progress(terminal, new FollowOptions(), "people", 1000)) {
            JobListener first = progress.listener(1);
            first.begins(1);
            first.sent(600);
            first.line(read(50));
            progress.listener(2).line(read(7));

            first.begins(2);
            first.sent(100);
            first.line(read(20));
            assertThat(progress.line()).contains("] 60 %", "57 read");

            first.sent(800);
            first.line(read(70));
            assertThat(progress.line()).contains("] 80 %", "77 read");
        }
    }

    private static ProgressLine read(long records) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        return new ProgressLine(json.put("read", records));
    }
}
