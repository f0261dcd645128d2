// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.password.remote;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpConnectTimeoutException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLException;

/**
 * Sends requests to the one address of an old system, by TLS with the certificates that Keycloak trusts. Redirects are
 * not followed, so that a password goes to no other address.
 */
final class HttpsCalls {

    /** Bytes of an answer. Tokens can be long. */
    private static final int MAX_ANSWER = 256 << 10;

    private static final int PROXY_AUTHENTICATION = 407;

    private static final ObjectMapper JSON = new ObjectMapper();

    /** An answer; its body is missing if it is no JSON. */
    record Reply(int status, JsonNode body) {

        /** The text in a field, empty if it is no text: Jackson would make one of {@code null}. */
        String text(String pointer) {
            JsonNode value = body.at(pointer);
            return value.isTextual() ? value.textValue() : "";
        }
    }

    private final URI address;
    private final Duration limit;
    private final HttpClient client;

    HttpsCalls(URI address, Duration limit) {
        this.address = address;
        this.limit = limit;
        client = HttpClient.newBuilder()
                .connectTimeout(limit)
                .followRedirects(HttpClient.Redirect.NEVER)
                .version(HttpClient.Version.HTTP_1_1)
                .build();
    }

    static byte[] json(JsonNode value) throws IOException {
        return JSON.writeValueAsBytes(value);
    }

    /** @param headers names and values by turns */
    Reply post(byte[] body, String... headers) throws NoAnswerException {
        HttpRequest request = HttpRequest.newBuilder(address)
                .timeout(limit)
                .headers(headers)
                .POST(BodyPublishers.ofByteArray(body))
                .build();
        CompletableFuture<HttpResponse<byte[]>> sent = client.sendAsync(request, any -> new LimitedBody(MAX_ANSWER));
        try {
            // The timeout of the request ends with the headers of the answer.
            HttpResponse<byte[]> answer = sent.get(limit.toMillis(), TimeUnit.MILLISECONDS);
            return new Reply(answer.statusCode(), parse(answer.body()));
        } catch (TimeoutException e) {
            sent.cancel(true);
            throw NoAnswerException.slow();
        } catch (ExecutionException e) {
            throw noAnswer(e.getCause());
        } catch (InterruptedException e) {
            sent.cancel(true);
            Thread.currentThread().interrupt();
            throw NoAnswerException.away("Interrupted");
        }
    }

    private static NoAnswerException noAnswer(Throwable cause) {
        if (cause instanceof HttpTimeoutException && !(cause instanceof HttpConnectTimeoutException)) {
            return NoAnswerException.slow();
        }
        if (cause instanceof NoAnswerException own) {
            return own;
        }
        // Others may quote the answer.
        boolean ofConnection = cause instanceof ConnectException || cause instanceof SSLException;
        String message = ofConnection && cause.getMessage() != null ? ": " + cause.getMessage() : "";
        return NoAnswerException.away(cause.getClass().getSimpleName() + message);
    }

    private static JsonNode parse(byte[] body) {
        try {
            JsonNode read = JSON.readTree(body);
            return read == null ? MissingNode.getInstance() : read;
        } catch (IOException e) {
            return MissingNode.getInstance();
        }
    }

    /**
     * The reason of an answer that says nothing about the password. A refusal of the request may be due to the user or
     * the password: a firewall, for instance, refuses what looks like an attack.
     */
    static NoAnswerException unexpected(Reply reply) {
        String message = "Unexpected answer with status " + reply.status();
        boolean refused = reply.status() >= 400 && reply.status() < 500 && reply.status() != PROXY_AUTHENTICATION;
        return refused ? NoAnswerException.ofUser(message) : NoAnswerException.away(message);
    }
}
