// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.client;

import static io.keylift.client.ScriptedServer.lines;
import static io.keylift.client.ScriptedServer.status;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keylift.client.ScriptedServer.Exchange;
import io.keylift.client.ScriptedServer.Step;
import io.keylift.client.answer.AnswerLine;
import io.keylift.client.answer.ChunkLine;
import io.keylift.client.answer.OtherLine;
import io.keylift.client.answer.RejectLine;
import io.keylift.client.answer.SummaryLine;
import io.keylift.client.http.Http;
import io.keylift.client.http.HttpFailure;
import io.keylift.client.http.HttpSettings;
import io.keylift.client.input.Format;
import io.keylift.client.input.Input;
import io.keylift.client.input.InputFailure;
import io.keylift.client.input.OnceInput;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Law 2 at the client: a job is sent again under its name until it has ended or cannot end. */
@Timeout(60)
class JobRunTest {

    private static final String JOB = "{\"type\":\"job\",\"id\":\"people\",\"kind\":\"users\",\"op\":\"import\"}";
    private static final String CHUNK = "{\"type\":\"chunk\",\"chunk\":1,\"firstLine\":1,\"lastLine\":2,\"added\":2}";
    private static final String REJECT = "{\"type\":\"reject\",\"line\":3,\"key\":\"jo\",\"code\":\"exists\"}";
    private static final String COMPLETED = summary("COMPLETED", "");

    private static final String BODY = "{\"username\":\"jo\"}\n".repeat(3);

    @AutoClose
    private final ScriptedServer server = new ScriptedServer();

    @AutoClose
    private Http http;

    private final Semaphore heardChunks = new Semaphore(0);
    private final List<Duration> pauses = new ArrayList<>();
    private final List<AnswerLine> heard = new ArrayList<>();

    @BeforeEach
    void open() throws IOException {
        http = Http.open(HttpSettings.defaults());
    }

    private SummaryLine run(Input input) throws IOException, InterruptedException {
        Keylift keylift = server.keylift(http);
        JobRequest job = new JobRequest("users", "people", Map.of("ifExists", "skip"), input, 0);
        return keylift.run(job, new Heard(), pauses::add);
    }

    private SummaryLine run() throws IOException, InterruptedException {
        return run(input());
    }

    private static Input input() {
        return new Input() {
            @Override
            public InputStream open() {
                return new ByteArrayInputStream(BODY.getBytes(StandardCharsets.UTF_8));
            }

            @Override
            public Format format() {
                return Format.NDJSON;
            }
        };
    }

    private static String summary(String status, String code) {
        return "{\"type\":\"summary\",\"status\":\"%s\",\"code\":\"%s\",\"read\":3,\"added\":2,\"rejected\":1}"
                .formatted(status, code);
    }

    /** Breaks off behind a chunk that the client has heard of. */
    private final Step cut = exchange -> {
        exchange.readBody();
        exchange.head(200, "Transfer-Encoding: chunked");
        exchange.chunk(JOB + "\n" + CHUNK + "\n");
        heardChunks.acquireUninterruptibly();
        exchange.breakOff();
    };

    @Test
    void everyLineIsHeardWithItsFieldsAndThoseOfLaterServersToo() throws Exception {
        server.then(lines(JOB, CHUNK, REJECT, "{\"type\":\"weather\",\"sky\":\"blue\"}", COMPLETED));

        SummaryLine summary = run();

        assertThat(summary.isCompleted()).isTrue();
        assertThat(summary.counts().of("added")).isEqualTo(2);
        assertThat(heard).hasSize(5).element(2).isInstanceOfSatisfying(RejectLine.class, reject -> {
            assertThat(reject.line()).isEqualTo(3);
            assertThat(reject.code()).isEqualTo("exists");
        });
        assertThat(heard.get(3)).isInstanceOf(OtherLine.class);
        assertThat(heard.get(3).json().path("sky").asText()).isEqualTo("blue");
        Exchange request = server.exchanges().get(0);
        assertThat(request.target()).isEqualTo("/admin/realms/acme/bulk-import/users?ifExists=skip&job=people");
        assertThat(request.header("Content-Type")).isEqualTo("application/x-ndjson");
        assertThat(request.header("Authorization")).isEqualTo("Bearer t1");
        assertThat(request.body()).isEqualTo(BODY);
    }

    @Test
    void law2_anAnswerThatBreaksOffSendsTheSameInputAgainUnderTheSameName() throws Exception {
        server.then(cut, Exchange::cut, lines(JOB, CHUNK, COMPLETED));

        assertThat(run().isCompleted()).isTrue();

        assertThat(server.exchanges()).hasSize(3);
        assertThat(server.exchanges())
                .extracting(Exchange::target)
                .containsOnly("/admin/realms/acme/bulk-import/users?ifExists=skip&job=people");
        assertThat(server.exchanges().get(2).body()).isEqualTo(BODY);
        assertThat(pauses).hasSize(2);
    }

    @ParameterizedTest
    @ValueSource(ints = {502, 503, 504})
    void aBalancerWithoutANodeIsWaitedForWithGrowingPauses(int status) throws Exception {
        Step away = status(status, "<html>");
        server.then(away, away, away, lines(JOB, COMPLETED));

        assertThat(run().isCompleted()).isTrue();

        assertThat(pauses).hasSize(3);
        assertThat(pauses.get(0)).isBetween(Duration.ofMillis(1000), Duration.ofMillis(1250));
        assertThat(pauses.get(1)).isBetween(Duration.ofMillis(2000), Duration.ofMillis(2500));
        assertThat(pauses.get(2)).isBetween(Duration.ofMillis(4000), Duration.ofMillis(5000));
    }

    @Test
    void aNodeWithoutAPlaceIsWaitedForAsItAsks() throws Exception {
        server.then(status(429, "{\"errorMessage\":\"Busy\"}", "Retry-After: 7"), lines(JOB, COMPLETED));

        assertThat(run().isCompleted()).isTrue();

        assertThat(pauses)
                .singleElement()
                .satisfies(pause -> assertThat(pause).isBetween(Duration.ofMillis(7000), Duration.ofMillis(8750)));
    }

    @Test
    void anInterruptedJobIsSentAgain() throws Exception {
        server.then(lines(JOB, summary("INTERRUPTED", "shutdown")), lines(JOB, COMPLETED));

        assertThat(run().isCompleted()).isTrue();
    }

    @Test
    void aJobThatAnotherClientTookOverIsLeftToIt() throws Exception {
        server.then(lines(JOB, summary("INTERRUPTED", "superseded")));

        assertThat(run().code()).isEqualTo("superseded");
        assertThat(server.exchanges()).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"STOPPED", "FAILED", "CANCELLED"})
    void aJobThatHasEndedIsNotSentAgain(String status) throws Exception {
        server.then(lines(JOB, summary(status, "rejected")));

        assertThat(run().status()).isEqualTo(status);
        assertThat(server.exchanges()).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(ints = {400, 403, 404, 409, 413, 415, 501, 507})
    void aRefusalIsFinal(int status) {
        server.then(status(status, "{\"errorMessage\":\"Because\"}"));

        assertThatThrownBy(this::run)
                .isInstanceOfSatisfying(
                        HttpFailure.class,
                        failure -> assertThat(failure.status()).isEqualTo(status))
                .hasMessageContaining("Because")
                .hasMessageNotContaining("t1");
        assertThat(server.exchanges()).hasSize(1);
        assertThat(pauses).isEmpty();
    }

    @Test
    void aServerWithErrorsIsTriedForAMinute() {
        server.then(status(500, ""));

        assertThatThrownBy(this::run)
                .isInstanceOfSatisfying(
                        HttpFailure.class,
                        failure -> assertThat(failure.status()).isEqualTo(500));
        assertThat(pauses.stream().mapToLong(Duration::toSeconds).sum()).isBetween(63L, 80L);
    }

    @Test
    void aTokenThatTheServerRefusesIsReplacedOnce() throws Exception {
        server.then(status(401, ""), lines(JOB, COMPLETED));

        assertThat(run().isCompleted()).isTrue();

        assertThat(server.exchanges().get(1).header("Authorization")).isEqualTo("Bearer t2");
        assertThat(server.exchanges().get(1).body()).isEqualTo(BODY);
        assertThat(pauses).isEmpty();
    }

    @Test
    void aNewTokenThatTheServerRefusesIsFinal() {
        server.then(status(401, ""));

        assertThatThrownBy(this::run).isInstanceOf(HttpFailure.class);
        assertThat(server.exchanges()).hasSize(2);
    }

    @Test
    void pausesAreShortAgainAfterProgress() throws Exception {
        server.then(status(503, ""), status(503, ""), cut, status(503, ""), lines(JOB, COMPLETED));

        assertThat(run().isCompleted()).isTrue();

        assertThat(pauses.get(2)).isBetween(Duration.ofMillis(1000), Duration.ofMillis(1250));
        assertThat(pauses.get(3)).isBetween(Duration.ofMillis(2000), Duration.ofMillis(2500));
    }

    @Test
    void anInputThatIsKeptNowhereIsNotSentTwice() {
        server.then(cut);
        InputStream in = new ByteArrayInputStream(BODY.getBytes(StandardCharsets.UTF_8));

        assertThatThrownBy(() -> run(new OnceInput(in, Format.NDJSON)))
                .isInstanceOf(InputFailure.class)
                .hasMessageContaining("kept nowhere");
        assertThat(server.exchanges()).hasSize(1);
    }

    @Test
    void anInputThatCannotBeReadEndsTheRun() {
        server.then(exchange -> exchange.readBody());
        Input gone = new Input() {
            @Override
            public InputStream open() throws IOException {
                throw new IOException("No such file");
            }

            @Override
            public Format format() {
                return Format.NDJSON;
            }
        };

        assertThatThrownBy(() -> run(gone)).isInstanceOf(InputFailure.class).hasMessageContaining("No such file");
        assertThat(pauses).isEmpty();
    }

    @Test
    void anInputThatBreaksOffAfterTheAnswerHasBegunEndsTheRun() {
        server.then(exchange -> {
            exchange.head(200, "Transfer-Encoding: chunked");
            exchange.chunk(JOB + "\n" + CHUNK + "\n");
            exchange.readBody();
        });
        InputStream damaged = new InputStream() {
            @Override
            public int read() throws IOException {
                heardChunks.acquireUninterruptibly();
                throw new InputFailure("Line 4 is damaged");
            }
        };

        assertThatThrownBy(() -> run(new OnceInput(damaged, Format.NDJSON)))
                .isInstanceOf(InputFailure.class)
                .hasMessage("Line 4 is damaged");
        assertThat(pauses).isEmpty();
    }

    @Test
    void anInputThatDoesNotFitIntoMemoryEndsTheRun() {
        server.then(exchange -> exchange.readBody());
        InputStream large = new InputStream() {
            @Override
            public int read() {
                throw new OutOfMemoryError("no room");
            }
        };

        assertThatThrownBy(() -> run(new OnceInput(large, Format.NDJSON)))
                .isInstanceOf(InputFailure.class)
                .hasMessageContaining("no room");
        assertThat(pauses).isEmpty();
    }

    @Test
    void aRefusalWhoseTextIsLostIsFinal() {
        server.then(exchange -> {
            exchange.head(409, "Content-Length: 100");
            exchange.breakOff();
        });

        assertThatThrownBy(this::run).isInstanceOf(HttpFailure.class);
        assertThat(server.exchanges()).hasSize(1);
    }

    private final class Heard implements JobListener {

        @Override
        public void begins(int attempt) {
            heard.clear();
        }

        @Override
        public void line(AnswerLine line) {
            heard.add(line);
            if (line instanceof ChunkLine) {
                heardChunks.release();
            }
        }
    }
}
