// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.capability.rest;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.keylift.bulkimport.schema.Contract;
import io.keylift.bulkimport.schema.ContractPart;
import io.keylift.bulkimport.schema.RecordSchemas;
import jakarta.ws.rs.HttpMethod;
import jakarta.ws.rs.Path;
import java.io.IOException;
import java.lang.annotation.Annotation;
import java.lang.reflect.Method;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The contract documents the paths, methods and bodies that the resources have, and no others. */
class CapabilitiesContractTest {

    private static final String BASE = "/admin/realms/{realm}/capabilities";

    private final JsonNode prose = new YAMLMapper().readTree(CapabilitiesContract.document());
    private final JsonNode contract = contract(CapabilitiesContract.document());

    CapabilitiesContractTest() throws IOException {}

    private static JsonNode contract(String document) {
        return Contract.of(
                        List.of(),
                        new RecordSchemas(),
                        new ContractPart(document, CapabilitiesContract.reader(), CapabilitiesContract.bodies()))
                .json();
    }

    @Test
    void everyPathAndMethodIsDocumentedAndNoOther() {
        Set<String> there = new TreeSet<>();
        collect(CapabilitiesResource.class, BASE, there);
        Set<String> documented = new TreeSet<>();
        prose.get("paths")
                .properties()
                .forEach(path -> path.getValue().fieldNames().forEachRemaining(field -> {
                    if (!field.equals("parameters")) {
                        documented.add(field.toUpperCase(Locale.ROOT) + " " + path.getKey());
                    }
                }));

        assertThat(documented).isEqualTo(there).hasSizeGreaterThan(15);
    }

    private static void collect(Class<?> resource, String base, Set<String> operations) {
        for (Method method : resource.getMethods()) {
            Path path = method.getAnnotation(Path.class);
            String whole = path == null ? base : base + "/" + path.value();
            Optional<String> verb = verb(method);
            if (verb.isPresent()) {
                operations.add(verb.get() + " " + whole);
            } else if (path != null) {
                collect(method.getReturnType(), whole, operations);
            }
        }
    }

    private static Optional<String> verb(Method method) {
        return Stream.of(method.getAnnotations())
                .map(Annotation::annotationType)
                .filter(type -> type.isAnnotationPresent(HttpMethod.class))
                .map(type -> type.getAnnotation(HttpMethod.class).value())
                .findFirst();
    }

    /** Fields that the classes do not have would stay in the document unseen. */
    @Test
    void whatIsSaidOfBodiesIsSaidOfFieldsThatTheyHave() {
        JsonNode bare = contract("{}");
        for (JsonNode components : List.of(bare.at("/components/schemas"))) {
            components.properties().stream().filter(this::isOfABody).forEach(schema -> {
                Set<String> fields = names(schema.getValue());
                Set<String> described = names(prose.at("/components/schemas").path(schema.getKey()));
                assertThat(described).as(schema.getKey()).isEqualTo(fields);
            });
        }
        assertThat(bare.at("/components/schemas").properties().stream().filter(this::isOfABody))
                .hasSizeGreaterThan(8);
    }

    private boolean isOfABody(Map.Entry<String, JsonNode> schema) {
        String name = schema.getKey();
        return CapabilitiesContract.bodies().keySet().stream()
                .anyMatch(body -> name.equals(body) || name.startsWith(body + "."));
    }

    private static Set<String> names(JsonNode schema) {
        Set<String> names = new TreeSet<>();
        schema.path("properties").fieldNames().forEachRemaining(names::add);
        return names;
    }

    @Test
    void whatIsRequiredIsNeverNull() {
        JsonNode entry = contract.at("/components/schemas/CapabilityManifest.Capability");

        assertThat(entry.at("/properties/name/type").asText()).isEqualTo("string");
        assertThat(entry.at("/properties/action/type")).hasSize(2);
        assertThat(entry.get("additionalProperties").asBoolean(true)).isFalse();
    }
}
