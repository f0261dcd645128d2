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

/** What a node answers, in a form in which the answers of two nodes that know the same are equal. */
final class Served {

    /** What is new in each token, and the address of who has issued it. */
    private static final Set<String> OF_ONE_TOKEN = Set.of("exp", "iat", "jti", "sid", "iss", "auth_time");

    private Served() {}

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

    /** Lists come as their elements happen to lie in the memory of a node. */
    private static JsonNode ordered(JsonNode node) {
        if (node instanceof ObjectNode object) {
            if (object.has("jti")) {
                object.remove(OF_ONE_TOKEN);
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
