// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.keylift.client.answer.SummaryLine;
import io.keylift.client.http.Answer;
import io.keylift.client.http.Http;
import io.keylift.client.http.HttpFailure;
import io.keylift.client.http.Request;
import io.keylift.client.token.Credentials;
import io.keylift.client.token.Tokens;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;

/** Keylift's endpoints of one realm, for one caller. Safe for use by several threads. */
public final class Keylift {

    private static final ObjectMapper JSON = new ObjectMapper();

    private static final Duration SHORT_PATIENCE = Duration.ofMinutes(2);

    private static final Attempts.Waiting SLEEP = pause -> Thread.sleep(pause.toMillis());

    private final Endpoints endpoints;
    private final Authorized http;
    private final Duration patience;

    /**
     * @param http stays open when this is closed
     * @param server address of Keycloak, with its relative path
     * @param realm to work on
     * @param tokenRealm that gives out the tokens of the caller
     * @param patience how long a job may make no progress before its input is no longer sent again
     */
    public Keylift(Http http, URI server, String realm, String tokenRealm, Credentials credentials, Duration patience) {
        this.endpoints = new Endpoints(server, realm);
        this.http = new Authorized(http, new Tokens(http, endpoints.tokensOf(tokenRealm), credentials));
        this.patience = patience;
    }

    /** The kinds of the server, as the contract describes them. */
    public JsonNode kinds() throws IOException, InterruptedException {
        return get(endpoints.kinds());
    }

    /** Version of the server's contract, such as {@code 0.2}. */
    public String version() throws IOException, InterruptedException {
        return get(endpoints.contract()).at("/info/version").asText();
    }

    /** Jobs, the newest first. */
    public JsonNode jobs(Map<String, String> parameters) throws IOException, InterruptedException {
        return get(endpoints.jobs(parameters));
    }

    /** Options and missing indexes of the server, as the contract describes them, unless its version is older. */
    public Optional<JsonNode> server() throws IOException, InterruptedException {
        return find(endpoints.server());
    }

    /** A job, if there is one of this name. */
    public Optional<JsonNode> job(String id) throws IOException, InterruptedException {
        return find(endpoints.job(id, "", Map.of()));
    }

    private Optional<JsonNode> find(URI uri) throws IOException, InterruptedException {
        try {
            return Optional.of(get(uri));
        } catch (HttpFailure e) {
            if (e.status() == 404) {
                return Optional.empty();
            }
            throw e;
        }
    }

    /**
     * Moves a job.
     *
     * @param move {@code pause}, {@code resume} or {@code cancel}
     */
    public JsonNode move(String id, String move) throws IOException {
        return json(new Request("POST", endpoints.job(id, "/" + move, Map.of()), Map.of(), null));
    }

    /** Removes a job that has ended. */
    public void remove(String id) throws IOException {
        http.send(new Request("DELETE", endpoints.job(id, "", Map.of()), Map.of(), null))
                .close();
    }

    /**
     * The rejects of a job in the order of the input. The caller closes them.
     *
     * @param folder for the temporary file in which they wait
     */
    public RejectList rejects(String id, Path folder) throws IOException, InterruptedException {
        Request request = Request.get(endpoints.job(id, "/rejects", Map.of()));
        return attempts(JobListener.NONE, SLEEP, SHORT_PATIENCE).run(() -> {
            try (Answer answer = http.send(request)) {
                return RejectList.of(answer.body(), folder);
            }
        });
    }

    /**
     * Writes the report of a verification.
     *
     * @param form content type, such as {@code text/html}
     */
    public void report(String id, String form, OutputStream out) throws IOException {
        Request request = Request.get(endpoints.job(id, "/report", Map.of())).with("Accept", form);
        try (Answer answer = http.send(request)) {
            answer.body().transferTo(out);
        }
    }

    /**
     * Runs a job until it has ended, however often the connection, a balancer or a node breaks.
     *
     * @throws HttpFailure if the server refuses the job
     * @throws io.keylift.client.input.InputFailure if the input cannot be read, or not again
     * @throws IOException if there was no progress for too long
     */
    public SummaryLine run(JobRequest job, JobListener listener) throws IOException, InterruptedException {
        return run(job, listener, SLEEP);
    }

    SummaryLine run(JobRequest job, JobListener listener, Attempts.Waiting waiting)
            throws IOException, InterruptedException {
        return run(committed -> upload(job, listener, committed), job.input().isRepeatable(), listener, waiting);
    }

    private Request upload(JobRequest job, JobListener listener, long committedLine) {
        SentInput body = new SentInput(job.input(), new Throttle(job.linesPerSecond(), committedLine), listener);
        Request request =
                Request.post(endpoints.importOf(job), job.input().format().contentType(), body);
        return job.input().isCompressed() ? request.with("Content-Encoding", "gzip") : request;
    }

    private SummaryLine run(
            JobRun.Requests requests, boolean repeatable, JobListener listener, Attempts.Waiting waiting)
            throws IOException, InterruptedException {
        return new JobRun(http, requests, repeatable, listener, attempts(listener, waiting, patience)).run();
    }

    private static Attempts attempts(JobListener listener, Attempts.Waiting waiting, Duration patience) {
        return new Attempts(listener, new Pauses(ThreadLocalRandom.current()), waiting, patience);
    }

    /**
     * An export of objects as records.
     *
     * @param kind {@code null} for several
     */
    public Export export(String kind, Map<String, String> parameters, JobListener listener) {
        return new Export(endpoints, http, kind, parameters, attempts(listener, SLEEP, patience));
    }

    /** Undoes a job until the undo has ended, under the name that {@code job} among the parameters gives it. */
    public SummaryLine undo(String id, Map<String, String> parameters, JobListener listener)
            throws IOException, InterruptedException {
        Request request = new Request("POST", endpoints.job(id, "/undo", parameters), Map.of(), null);
        return run(committed -> request, true, listener, SLEEP);
    }

    /** Waits for a balancer or a node that is away for a moment. */
    private JsonNode get(URI uri) throws IOException, InterruptedException {
        return repeatedShortly(() -> json(Request.get(uri)));
    }

    /** For calls that stand between long jobs. */
    static JsonNode repeatedShortly(Attempts.Attempt<JsonNode> call) throws IOException, InterruptedException {
        return attempts(JobListener.NONE, SLEEP, SHORT_PATIENCE).run(call);
    }

    private JsonNode json(Request request) throws IOException {
        try (Answer answer = http.send(request)) {
            return JSON.readTree(answer.body());
        }
    }
}
