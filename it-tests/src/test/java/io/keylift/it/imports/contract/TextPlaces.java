// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.contract;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;

/** The places of the contract's JSON bodies that have a text. */
final class TextPlaces {

    /** Levels of objects and lists: some refer to themselves. */
    private static final int DEPTH = 6;

    /**
     * A place in a body.
     *
     * @param json the smallest body with this place, in which {@code %s} stands for the text
     * @param pointer where a message says that the text is
     */
    record Place(String json, String pointer) {}

    private final JsonNode document;

    /** @param document the whole contract */
    TextPlaces(JsonNode document) {
        this.document = document;
    }

    /** Places in the JSON body of an operation; empty if it has none. */
    List<Place> of(JsonNode operation) {
        return in(resolved(operation.path("requestBody")).at("/content/application~1json/schema"), DEPTH);
    }

    private List<Place> in(JsonNode given, int depth) {
        List<Place> places = new ArrayList<>();
        JsonNode schema = resolved(given);
        if (depth == 0) {
            return places;
        }
        for (String parts : List.of("allOf", "anyOf", "oneOf")) {
            schema.path(parts).forEach(part -> places.addAll(in(part, depth)));
        }
        if (schema.path("type").toString().contains("\"string\"")) {
            places.add(new Place("\"%s\"", ""));
        }
        schema.path("properties")
                .properties()
                .forEach(field ->
                        in(field.getValue(), depth - 1).forEach(place -> places.add(within(field.getKey(), place))));
        if (schema.path("additionalProperties").isObject()) {
            places.add(new Place("{\"%s\":null}", ""));
            in(schema.get("additionalProperties"), depth - 1).forEach(place -> places.add(within("any", place)));
        }
        in(schema.path("items"), depth - 1)
                .forEach(place -> places.add(new Place("[" + place.json() + "]", "/0" + place.pointer())));
        return places;
    }

    private static Place within(String field, Place place) {
        return new Place("{\"" + field + "\":" + place.json() + "}", "/" + field + place.pointer());
    }

    private JsonNode resolved(JsonNode node) {
        return node.has("$ref") ? document.at(node.get("$ref").asText().substring(1)) : node;
    }
}
