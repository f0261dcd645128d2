// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.visibility;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.it.http.AdminHttp;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** Responses of a node, normalized: two nodes with the same state have equal responses. */
final class NodeAnswers {

    /** Claims that differ between two tokens of the same user: times, ids, and the address of the issuing node. */
    private static final Set<String> VOLATILE_CLAIMS = Set.of("exp", "iat", "jti", "sid", "iss", "auth_time");

    private NodeAnswers() {}

    /** Answers by path. */
    static Map<String, JsonNode> by(AdminHttp node, List<String> paths) {
        Map<String, JsonNode> answers = new LinkedHashMap<>();
        for (String path : paths) {
            HttpResponse<String> answer = node.send("GET", path, null);
            ObjectNode shown = AdminHttp.JSON.createObjectNode().put("status", answer.statusCode());
            if (!answer.body().isEmpty()) {
                shown.set("body", ordered(AdminHttp.parse(answer.body())));
            }
            answers.put(path, shown);
        }
        return answers;
    }

    private static ArrayNode words(String text) {
        ArrayNode words = AdminHttp.JSON.createArrayNode();
        Stream.of(text.split(" ")).forEach(words::add);
        return words;
    }

    /** Sorts lists, because their order depends on the memory of the node. */
    private static JsonNode ordered(JsonNode node) {
        if (node instanceof ObjectNode object) {
            if (object.has("jti")) {
                object.remove(VOLATILE_CLAIMS);
                object.set("scope", words(object.path("scope").asText()));
            }
            object.properties().forEach(field -> field.setValue(ordered(field.getValue())));
        } else if (node instanceof ArrayNode array) {
            List<JsonNode> elements = new ArrayList<>();
            array.forEach(element -> elements.add(ordered(element)));
            elements.sort(Comparator.comparing(JsonNode::toString));
            array.removeAll().addAll(elements);
        }
        return node;
    }
}
