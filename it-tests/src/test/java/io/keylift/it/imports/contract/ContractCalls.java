// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.keylift.it.http.AdminHttp;
import io.keylift.it.imports.contract.ServedContract.Answerable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Arrays;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Calls the operations of the contract, checks each response against it, and records which responses occurred. */
final class ContractCalls {

    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final URI server;
    private final ServedContract contract;
    private final Set<Answerable> answered = new TreeSet<>();

    ContractCalls(URI server, ServedContract contract) {
        this.server = server;
        this.contract = contract;
    }

    Set<Answerable> answered() {
        return answered;
    }

    /**
     * Calls an operation.
     *
     * @param path as the contract has it, what stands in braces included
     * @param values what stands for it
     * @param rest query, with its question mark, or nothing
     * @param caller {@code null} for a request without a token
     * @param body or null for none
     * @param headers names and values, one after the other
     */
    HttpResponse<String> expect(
            int status,
            String method,
            String path,
            Map<String, String> values,
            String rest,
            AdminHttp caller,
            String body,
            String... headers) {
        HttpResponse<String> answer = send(method, path, values, rest, caller, body, headers);
        Answerable what = new Answerable(method, path, status);
        assertThat(answer.statusCode())
                .as("%s %s %s: %s", method, answer.uri(), Arrays.toString(headers), answer.body())
                .isEqualTo(status);
        assertThat(contract.faults(what, answer))
                .as("%s: %s", what, answer.body())
                .isEmpty();
        answered.add(what);
        return answer;
    }

    /** Calls an operation, whatever the contract says of its answer. */
    HttpResponse<String> send(
            String method,
            String path,
            Map<String, String> values,
            String rest,
            AdminHttp caller,
            String body,
            String... headers) {
        String target = path + rest;
        for (Map.Entry<String, String> value : values.entrySet()) {
            target = target.replace("{" + value.getKey() + "}", value.getValue());
        }
        HttpRequest.Builder request = HttpRequest.newBuilder(server.resolve(target))
                .method(method, body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
        if (caller != null) {
            request.header("Authorization", "Bearer " + caller.token());
        }
        if (headers.length > 0) {
            request.headers(headers);
        }
        return send(request.build());
    }

    private HttpResponse<String> send(HttpRequest request) {
        try {
            return http.send(request, BodyHandlers.ofString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
