// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.keylift.client.ScriptedServer.Exchange;
import io.keylift.client.http.Http;
import io.keylift.client.http.HttpSettings;
import io.keylift.client.input.Originals;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Lists of rejects, of which a node has only a few places. */
@Timeout(60)
class RejectedRecordsTest {

    /** More than the buffers of a connection hold. */
    private static final int REJECTS = 300_000;

    @TempDir
    private Path folder;

    @AutoClose
    private final ScriptedServer server = new ScriptedServer();

    @AutoClose
    private Http http;

    private final AtomicInteger open = new AtomicInteger();
    private final AtomicInteger mostOpen = new AtomicInteger();
    private final AtomicInteger failures = new AtomicInteger();

    @BeforeEach
    void open() throws IOException {
        http = Http.open(HttpSettings.defaults());
    }

    private String written(List<String> jobs) throws IOException, InterruptedException {
        Keylift keylift = server.keylift(http);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        new RejectedRecords(keylift, folder).write(jobs, new Originals.NoOriginals(), out);
        return out.toString(StandardCharsets.UTF_8);
    }

    private static String reject(int line) {
        return "{\"line\":" + line + ",\"key\":\"user-" + line + "\",\"code\":\"exists\",\"message\":\"...\"}\n";
    }

    /** The list of stream N has the lines N, N + 2, N + 4 and so on. */
    private void list(Exchange exchange) throws IOException {
        mostOpen.accumulateAndGet(open.incrementAndGet(), Math::max);
        try {
            exchange.head(200, "Transfer-Encoding: chunked");
            int stream = exchange.target().contains(".1-of-2") ? 1 : 2;
            StringBuilder block = new StringBuilder();
            for (int line = stream; line <= REJECTS; line += 2) {
                block.append(reject(line));
                if (block.length() > 1 << 20) {
                    exchange.chunk(block.toString());
                    block.setLength(0);
                    if (failures.getAndDecrement() > 0) {
                        exchange.breakOff();
                        return;
                    }
                }
            }
            exchange.chunk(block.toString());
            exchange.endOfChunks();
        } finally {
            open.decrementAndGet();
        }
    }

    @Test
    void listsOfStreamsAreReadOneAfterTheOtherAndWrittenInTheOrderOfTheInput() throws Exception {
        server.then(this::list);

        String written = written(Streams.names("people", 2));

        assertThat(mostOpen).hasValue(1);
        assertThat(written.lines()).hasSize(REJECTS);
        assertThat(written).startsWith(reject(1) + reject(2)).endsWith(reject(REJECTS - 1) + reject(REJECTS));
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void aListThatBreaksOffIsReadAgain() throws Exception {
        failures.set(1);
        server.then(this::list);

        assertThat(written(List.of("people.1-of-2")).lines()).hasSize(REJECTS / 2);
        assertThat(server.exchanges()).hasSize(2);
    }
}
