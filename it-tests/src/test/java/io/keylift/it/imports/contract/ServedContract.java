// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.contract;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import com.networknt.schema.Error;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import io.keylift.it.http.AdminHttp;
import io.keylift.it.imports.support.ImportClient;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;

/** The OpenAPI document that the server serves, with checks of responses. */
final class ServedContract {

    /** An operation, and a status that the contract says it can answer with. */
    record Answerable(String method, String path, int status) implements Comparable<Answerable> {

        @Override
        public int compareTo(Answerable other) {
            return toString().compareTo(other.toString());
        }

        @Override
        public String toString() {
            return method + " " + path + " " + status;
        }
    }

    private static final SchemaRegistry REGISTRY =
            SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12);

    private final JsonNode document;
    private final JsonNode closed;

    ServedContract(JsonNode document) {
        this.document = document;
        this.closed = document.deepCopy();
        for (JsonNode schema : closed.at("/components/schemas")) {
            close(schema);
        }
    }

    JsonNode document() {
        return document;
    }

    /** The document as it were if the server did not have this kind. */
    JsonNode without(String kind) {
        ObjectNode rest = document.deepCopy();
        ((ObjectNode) rest.get("paths"))
                .properties()
                .removeIf(path -> path.getKey().endsWith("/" + kind));
        ((ObjectNode) rest.at("/components/schemas"))
                .properties()
                .removeIf(schema ->
                        schema.getKey().equals(kind) || schema.getKey().startsWith(kind + "."));
        return rest;
    }

    /** An answer has no field that is not documented, though a client has to put up with more to come. */
    private static void close(JsonNode schema) {
        if (schema.has("properties") && !schema.has("additionalProperties")) {
            ((ObjectNode) schema).put("additionalProperties", false);
        }
    }

    /** A method of a path. */
    record Operation(String method, String path) {}

    /** The operations at or below this path. */
    List<Operation> operations(String base) {
        List<Operation> all = new ArrayList<>();
        document.get("paths").properties().stream()
                .filter(path -> path.getKey().startsWith(base))
                .forEach(path -> path.getValue().properties().forEach(operation -> {
                    if (operation.getValue().has("responses")) {
                        all.add(new Operation(operation.getKey().toUpperCase(Locale.ROOT), path.getKey()));
                    }
                }));
        return all;
    }

    /** All that what is at or below this path can answer with. */
    Set<Answerable> answerable(String base) {
        Set<Answerable> all = new TreeSet<>();
        for (Operation operation : operations(base)) {
            operation(operation.method(), operation.path())
                    .path("responses")
                    .fieldNames()
                    .forEachRemaining(status ->
                            all.add(new Answerable(operation.method(), operation.path(), Integer.parseInt(status))));
        }
        return all;
    }

    /** Names of the query parameters of an operation. */
    Set<String> queryParameters(Operation operation) {
        Set<String> names = new TreeSet<>();
        for (JsonNode reference :
                operation(operation.method(), operation.path()).path("parameters")) {
            JsonNode parameter = resolve(reference);
            if (parameter.path("in").asText().equals("query")) {
                names.add(parameter.get("name").asText());
            }
        }
        return names;
    }

    /** Names of the query parameters that the server knows, as it tells whoever sends another one. */
    static Set<String> knownParameters(HttpResponse<String> refusal) {
        String message = AdminHttp.parse(refusal.body()).path("errorMessage").asText();
        String known = "known parameters: ";
        int names = message.indexOf(known);
        return names < 0
                ? Set.of()
                : new TreeSet<>(
                        List.of(message.substring(names + known.length()).split(", ")));
    }

    JsonNode operation(String method, String path) {
        return document.path("paths").path(path).path(method.toLowerCase(Locale.ROOT));
    }

    /** The node itself, or the component it refers to. */
    JsonNode resolve(JsonNode node) {
        return node.has("$ref") ? document.at(node.get("$ref").asText().substring(1)) : node;
    }

    /** The differences between an answer and its documentation. */
    List<String> faults(Answerable what, HttpResponse<String> answer) {
        JsonNode documented =
                resolve(operation(what.method(), what.path()).path("responses").path(String.valueOf(what.status())));
        List<String> faults = new ArrayList<>();
        if (documented.isMissingNode()) {
            faults.add("status " + answer.statusCode() + " is not documented");
        }
        documented.path("headers").properties().forEach(header -> {
            List<String> values = answer.headers().allValues(header.getKey());
            if (values.isEmpty()) {
                faults.add("no header " + header.getKey());
            }
            JsonNode schema = resolve(header.getValue()).get("schema");
            values.forEach(value -> faults.addAll(faults(schema, headerValue(schema, value))));
        });
        faults.addAll(bodyFaults(documented.path("content"), answer));
        return faults;
    }

    private static JsonNode headerValue(JsonNode schema, String value) {
        boolean isNumber = schema.path("type").asText().equals("integer") && value.matches("[0-9]{1,18}");
        return isNumber ? LongNode.valueOf(Long.parseLong(value)) : TextNode.valueOf(value);
    }

    private List<String> bodyFaults(JsonNode content, HttpResponse<String> answer) {
        if (content.isMissingNode()) {
            return answer.body().isEmpty() ? List.of() : List.of("a body where none is documented");
        }
        String type = answer.headers()
                .firstValue("Content-Type")
                .orElse("")
                .replaceAll(";.*", "")
                .strip();
        if (!content.has(type)) {
            return List.of("Content-Type " + type + " is not documented");
        }
        JsonNode schema = content.path(type).path("schema");
        List<String> faults = new ArrayList<>();
        try {
            if (type.equals(ImportClient.NDJSON)) {
                for (String line : answer.body().lines().toList()) {
                    faults.addAll(faults(schema.get("items"), AdminHttp.JSON.readTree(line)));
                }
            } else if (type.equals("application/json")) {
                faults.addAll(faults(schema, AdminHttp.JSON.readTree(answer.body())));
            } else if (answer.body().isBlank()) {
                faults.add("no body");
            }
        } catch (JsonProcessingException e) {
            faults.add(answer.body() + " is no JSON");
        }
        return faults;
    }

    private List<String> faults(JsonNode schema, JsonNode value) {
        ObjectNode whole = AdminHttp.JSON.createObjectNode();
        whole.putArray("allOf").add(schema);
        whole.set("components", closed.get("components"));
        List<Error> errors = REGISTRY.getSchema(whole).validate(value);
        return errors.stream().map(error -> error + " in " + value).toList();
    }
}
