// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.client;

import static io.keylift.client.ScriptedServer.lines;
import static io.keylift.client.ScriptedServer.status;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keylift.client.ScriptedServer.Step;
import io.keylift.client.answer.AnswerLine;
import io.keylift.client.answer.ChunkLine;
import io.keylift.client.answer.ProgressLine;
import io.keylift.client.answer.SummaryLine;
import io.keylift.client.http.Http;
import io.keylift.client.http.HttpSettings;
import io.keylift.client.input.Format;
import io.keylift.client.input.SpooledInput;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A job without progress is given up after five minutes, and one with progress is not. */
@Timeout(60)
class PatienceTest {

    private static final String JOB = "{\"type\":\"job\",\"id\":\"people\"}\n";
    private static final Step COMPLETED = lines(JOB + "{\"type\":\"summary\",\"status\":\"COMPLETED\"}");

    @TempDir
    private Path folder;

    @AutoClose
    private final ScriptedServer server = new ScriptedServer();

    @AutoClose
    private Http http;

    private final Semaphore heard = new Semaphore(0);
    private final Time time = new Time();

    private final Step slow = exchange -> {
        time.pass(Duration.ofMinutes(6));
        exchange.breakOff();
    };

    @BeforeEach
    void open() throws IOException {
        http = Http.open(HttpSettings.defaults());
    }

    private SummaryLine run() throws IOException, InterruptedException {
        try (SpooledInput input = new SpooledInput(InputStream.nullInputStream(), Format.NDJSON, folder)) {
            JobRequest job = new JobRequest("users", "people", Map.of(), input, 0);
            return server.keylift(http).run(job, new Heard(), time);
        }
    }

    /** Breaks off behind a line that the client has heard of. */
    private Step lineAfter(Duration duration, String line) {
        return exchange -> {
            exchange.readBody();
            exchange.head(200, "Transfer-Encoding: chunked");
            time.pass(duration);
            exchange.chunk(JOB + line + "\n");
            heard.acquireUninterruptibly();
            exchange.breakOff();
        };
    }

    private Step chunkAfterFourMinutes(String rest) {
        return lineAfter(Duration.ofMinutes(4), "{\"type\":\"chunk\",\"chunk\":1,\"removed\":1000" + rest + "}");
    }

    @Test
    void aJobThatIsPausedForAnHourIsNotGivenUp() throws Exception {
        Step paused = lineAfter(Duration.ofHours(1), "{\"type\":\"progress\",\"status\":\"PAUSED\"}");
        server.then(paused, status(503, ""), status(503, ""), COMPLETED);

        assertThat(run().isCompleted()).isTrue();
    }

    @Test
    void chunksWithoutLinesAreProgress() throws Exception {
        Step chunk = chunkAfterFourMinutes("");
        server.then(chunk, chunk, chunk, chunk, COMPLETED);

        assertThat(run().isCompleted()).isTrue();
    }

    @Test
    void chunksThatWereCommittedBeforeAreNoProgress() {
        server.then(chunkAfterFourMinutes(",\"resumed\":true"));

        assertThatThrownBy(this::run).hasMessageContaining("no progress for 5 minutes");
    }

    @Test
    void anAttemptMayLastLongerThanPatience() throws Exception {
        server.then(slow, COMPLETED);

        assertThat(run().isCompleted()).isTrue();
    }

    @Test
    void aSecondAttemptWithoutProgressIsTheLast() {
        server.then(slow);

        assertThatThrownBy(this::run).hasMessageContaining("no progress for 5 minutes");
        assertThat(server.exchanges()).hasSize(2);
    }

    /** Passes when a test says so, and in pauses. */
    private static final class Time implements Attempts.Waiting {

        private Instant now = Instant.EPOCH;

        @Override
        public void sleep(Duration pause) {
            pass(pause);
        }

        synchronized void pass(Duration duration) {
            now = now.plus(duration);
        }

        @Override
        public synchronized Instant now() {
            return now;
        }
    }

    private final class Heard implements JobListener {

        @Override
        public void line(AnswerLine line) {
            if (line instanceof ChunkLine || line instanceof ProgressLine) {
                heard.release();
            }
        }
    }
}
