// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.contract;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.keylift.it.server.Workspace;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The OpenAPI document in the project's docs. */
final class ContractDocument {

    private ContractDocument() {}

    static Path path() {
        return sources().resolve("docs").resolve("openapi.yaml");
    }

    private static Path sources() {
        return Workspace.directory().getParent().getParent();
    }

    static JsonNode read() throws IOException {
        return parse(Files.readString(path()));
    }

    /** The contract without the part that keylift-metrics adds. */
    static JsonNode withoutTimings() throws IOException {
        JsonNode rest = read();
        remove(
                rest,
                parse(Files.readString(
                        sources().resolve("extension-metrics").resolve("src/main/openapi/request-timings.yaml"))));
        return rest;
    }

    /** Removes what a part has added: whole values, or some of an object or of a list. */
    private static void remove(JsonNode whole, JsonNode part) {
        part.properties().forEach(field -> {
            JsonNode there = whole.get(field.getKey());
            if (there.equals(field.getValue())) {
                ((ObjectNode) whole).remove(field.getKey());
            } else if (there instanceof ArrayNode list) {
                field.getValue().forEach(element -> removeFrom(list, element));
            } else {
                remove(there, field.getValue());
            }
        });
    }

    private static void removeFrom(ArrayNode list, JsonNode element) {
        for (int i = list.size() - 1; i >= 0; i--) {
            if (list.get(i).equals(element)) {
                list.remove(i);
            }
        }
    }

    static JsonNode parse(String yaml) throws IOException {
        return new YAMLMapper().readTree(yaml);
    }
}
