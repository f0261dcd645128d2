// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.observability;

import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.keylift.it.http.AdminHttp;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.stream.StreamSupport;

/** The traces that a {@link TraceBackend} has received, read by its API. */
public final class StoredTraces {

    private final URI backend;

    /** The backend offers an upgrade to HTTP/2 and then breaks the frames of a long answer. */
    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    public StoredTraces(URI backend) {
        this.backend = backend;
    }

    /**
     * The spans of the latest trace in which a span has this tag, once it is there.
     *
     * @param tag its name alone, or {@code name=value}
     */
    public List<JsonNode> latest(String tag) {
        URI query = backend.resolve(
                "/api/v2/traces?limit=1&annotationQuery=" + URLEncoder.encode(tag, StandardCharsets.UTF_8));
        JsonNode traces = await().atMost(Duration.ofMinutes(1)).until(() -> get(query), found -> !found.isEmpty());
        return StreamSupport.stream(traces.get(0).spliterator(), false).toList();
    }

    /** All spans of this moment that have a tag of this name. */
    public List<JsonNode> all(String tag) throws IOException, InterruptedException {
        return get(backend.resolve("/api/v2/traces?limit=10000&annotationQuery=" + tag)).findParents("tags").stream()
                .filter(span -> span.path("tags").has(tag))
                .distinct()
                .toList();
    }

    private JsonNode get(URI address) throws IOException, InterruptedException {
        return AdminHttp.parse(http.send(HttpRequest.newBuilder(address).build(), BodyHandlers.ofString())
                .body());
    }
}
