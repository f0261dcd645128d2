// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.schema;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.keylift.bulkimport.kind.spi.ImportKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;

/** Replaces each template path of the document by a path for each kind that has the operation. */
final class KindPaths {

    private static final String KIND = "{kind}";

    /** Component of the parameter {@code op}, which only removable kinds have. */
    static final String OP = "Op";

    private KindPaths() {}

    static void expand(ObjectNode document, List<? extends ImportKind<?, ?>> kinds, RecordSchemas schemas) {
        ObjectNode paths = (ObjectNode) document.get("paths");
        JsonNode components = document.get("components");
        List<Map.Entry<String, JsonNode>> all = new ArrayList<>(paths.properties());
        paths.removeAll();
        for (Map.Entry<String, JsonNode> path : all) {
            if (path.getKey().contains(KIND)) {
                kinds.stream()
                        .filter(kind -> !isOfExport(path.getValue()) || kind.isExportable())
                        .forEach(kind -> paths.set(
                                path.getKey().replace(KIND, kind.getId()),
                                path(path.getValue(), kind, schemas.of(kind).get("examples"), components)));
            } else {
                paths.set(path.getKey(), path.getValue());
            }
        }
    }

    private static JsonNode path(JsonNode template, ImportKind<?, ?> kind, JsonNode examples, JsonNode components) {
        JsonNode path = map(
                template.deepCopy(),
                text -> text.replace(KIND, kind.getId())
                        .replace("{description}", kind.info().description())
                        .replace("{key}", kind.info().keyField())
                        .replace("{permission}", kind.info().requiredPermission()));
        if (isOfExport(path)) {
            addFilters((ArrayNode) path.at("/get/parameters"), kind.source().filters(), components);
            addFilters((ArrayNode) path.at("/post/parameters"), kind.source().filters(), components);
        } else {
            completeImport(path, kind, examples);
        }
        return path;
    }

    /** Whether the path can be read; that of an import can only be written. */
    private static boolean isOfExport(JsonNode path) {
        return path.has("get");
    }

    private static void completeImport(JsonNode path, ImportKind<?, ?> kind, JsonNode examples) {
        JsonNode body = path.at("/post/requestBody/content");
        ((ObjectNode) body.get("application/json")).set("example", examples);
        ((ObjectNode) body.get("application/x-ndjson")).set("example", examples);
        ArrayNode parameters = (ArrayNode) path.at("/post/parameters");
        if (!kind.isRemovable()) {
            removeOp(parameters);
        }
        if (kind.isMirrorable()) {
            for (String scope : new TreeSet<>(kind.source().scopes())) {
                parameters.addObject().put("$ref", "#/components/parameters/Scope" + component(scope));
            }
        }
    }

    private static void removeOp(ArrayNode parameters) {
        for (int i = parameters.size() - 1; i >= 0; i--) {
            if (parameters.get(i).path("$ref").asText().endsWith("/" + OP)) {
                parameters.remove(i);
            }
        }
    }

    /** A filter that only a kind of another JAR has is not among the components. */
    private static void addFilters(ArrayNode parameters, Set<String> filters, JsonNode components) {
        int place = 0;
        for (String filter : new TreeSet<>(filters)) {
            String component = component(filter);
            ObjectNode parameter = parameters.insertObject(place++);
            if (components.path("parameters").has(component)) {
                parameter.put("$ref", "#/components/parameters/" + component);
            } else {
                parameter
                        .put("name", filter)
                        .put("in", "query")
                        .putObject("schema")
                        .put("type", "string");
            }
        }
    }

    private static String component(String parameter) {
        return parameter.substring(0, 1).toUpperCase(Locale.ROOT) + parameter.substring(1);
    }

    /** Changes every string within a node except the names of fields. */
    private static JsonNode map(JsonNode node, UnaryOperator<String> texts) {
        if (node instanceof ObjectNode object) {
            object.properties().forEach(field -> field.setValue(map(field.getValue(), texts)));
        } else if (node instanceof ArrayNode array) {
            for (int i = 0; i < array.size(); i++) {
                array.set(i, map(array.get(i), texts));
            }
        } else if (node.isTextual()) {
            return TextNode.valueOf(texts.apply(node.textValue()));
        }
        return node;
    }
}
