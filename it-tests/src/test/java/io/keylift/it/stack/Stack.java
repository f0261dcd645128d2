// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.stack;

import com.fasterxml.jackson.databind.JsonNode;
import io.keylift.it.http.AdminHttp;
import io.keylift.it.server.Workspace;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/** The files in docker/, parsed as the programs read them. */
public final class Stack {

    public static final Path DIRECTORY =
            Workspace.directory().resolve("../../docker").normalize();

    /** The repository. */
    static final Path ROOT = DIRECTORY.getParent();

    static final Path COMPOSE = DIRECTORY.resolve("compose.yaml");
    public static final Path CONF = DIRECTORY.resolve("conf");

    private Stack() {}

    /** A YAML file of one document, its anchors and merges resolved. */
    public static JsonNode yaml(Path file) {
        try {
            Object document = new Yaml(new SafeConstructor(new LoaderOptions())).load(Files.readString(file));
            return AdminHttp.JSON.valueToTree(document);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A service of compose.yaml. */
    public static JsonNode service(String name) {
        JsonNode service = services().get(name);
        if (service == null) {
            throw new IllegalArgumentException(COMPOSE + " has no service " + name);
        }
        return service;
    }

    static Map<String, JsonNode> services() {
        return fields(yaml(COMPOSE).path("services"));
    }

    static Map<String, JsonNode> fields(JsonNode object) {
        Map<String, JsonNode> fields = new LinkedHashMap<>();
        object.properties().forEach(field -> fields.put(field.getKey(), field.getValue()));
        return fields;
    }

    /** A list of texts, or of the names of an object's fields. */
    public static List<String> texts(JsonNode node) {
        if (node.isObject()) {
            return new ArrayList<>(fields(node).keySet());
        }
        return StreamSupport.stream(node.spliterator(), false)
                .map(JsonNode::asText)
                .toList();
    }

    /** All files below docker/conf. */
    static TreeSet<Path> confFiles() throws IOException {
        try (Stream<Path> files = Files.walk(CONF)) {
            return new TreeSet<>(files.filter(Files::isRegularFile).toList());
        }
    }
}
