// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keylift.client.http.Http;
import io.keylift.client.http.HttpSettings;
import io.keylift.client.input.Format;
import io.keylift.client.input.InputFailure;
import io.keylift.client.input.OnceInput;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The number of streams of an input that was begun before. */
@Timeout(60)
class StreamsTest {

    @AutoClose
    private final ScriptedServer server = new ScriptedServer();

    @AutoClose
    private Http http;

    @BeforeEach
    void open() throws IOException {
        http = Http.open(HttpSettings.defaults());
    }

    private Streams streams(int number, String... existing) throws InputFailure {
        List<String> jobs = List.of(existing);
        server.then(exchange -> {
            boolean found = jobs.contains(exchange.path().replaceFirst(".*/", ""));
            exchange.whole(found ? 200 : 404, "{}");
        });
        Keylift keylift = server.keylift(http);
        OnceInput input = new OnceInput(InputStream.nullInputStream(), Format.NDJSON);
        return Streams.of(keylift, new JobRequest("users", "people", Map.of(), input, 0), number);
    }

    @ParameterizedTest
    @ValueSource(strings = {"people", "people.1-of-3", "people.2-of-3", "people.16-of-16"})
    void anotherNumberIsRefusedWhicheverOfItsStreamsHasBegun(String existing) throws Exception {
        Streams streams = streams(2, existing);

        assertThatThrownBy(streams::requireSameNumber)
                .isInstanceOf(InputFailure.class)
                .hasMessageContaining("The job " + existing + " exists");
    }

    @Test
    void theSameNumberIsResumedWithoutASearch() throws Exception {
        streams(2, "people.2-of-2").requireSameNumber();

        assertThat(server.exchanges()).hasSize(2);
    }

    @Test
    void aNewNameIsTaken() throws Exception {
        streams(2, "people.2-of-20", "other").requireSameNumber();

        assertThat(server.exchanges()).hasSize(16 * 17 / 2);
    }
}
