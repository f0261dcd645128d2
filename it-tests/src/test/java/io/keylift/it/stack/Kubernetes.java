// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.stack;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The objects in docker/kubernetes. */
final class Kubernetes {

    static final Path DIRECTORY = Stack.DIRECTORY.resolve("kubernetes");

    /** The file of Kustomize itself, which is no object of a cluster. */
    static final String KUSTOMIZATION = "kustomization.yaml";

    private Kubernetes() {}

    /** All objects, each by the name of its file. */
    static Map<String, JsonNode> objects() {
        try (Stream<Path> files = Files.list(DIRECTORY)) {
            Map<String, JsonNode> objects = new TreeMap<>();
            files.filter(file -> file.toString().endsWith(".yaml"))
                    .filter(file -> !file.endsWith(KUSTOMIZATION))
                    .forEach(file -> objects.put(file.getFileName().toString(), Stack.yaml(file)));
            return objects;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The only object of a kind. */
    static JsonNode object(String kind) {
        List<JsonNode> found = objects().values().stream()
                .filter(object -> object.path("kind").asText().equals(kind))
                .toList();
        if (found.size() != 1) {
            throw new IllegalStateException(DIRECTORY + " has " + found.size() + " objects of kind " + kind);
        }
        return found.get(0);
    }

    /** An element of a list by its field {@code name}. */
    static JsonNode named(JsonNode list, String name) {
        for (JsonNode element : list) {
            if (element.path("name").asText().equals(name)) {
                return element;
            }
        }
        throw new IllegalArgumentException("There is no " + name + " in " + list);
    }
}
