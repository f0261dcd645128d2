// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.keylift.bulkimport.kind.spi.ImportKind;
import io.keylift.bulkimport.schema.Contract;
import io.keylift.bulkimport.schema.RecordSchemas;
import jakarta.ws.rs.core.MultivaluedHashMap;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.keycloak.services.ErrorResponseException;

/** The contract documents the query parameters of an import as {@link ImportParameters} reads them. */
class ContractParametersTest {

    private static final JsonNode CONTRACT = contract();

    /** Their values name objects of the realm. */
    private static final Set<String> NAMES = Set.of("organization", "group", "client", "source");

    private static final Set<String> OF_MIRRORS =
            Set.of("scope", "organization", "group", "client", "source", "maxRemovals");

    static JsonNode contract() {
        List<ImportKind<?, ?>> kinds = new ArrayList<>();
        for (ImportKind<?, ?> kind : ServiceLoader.load(ImportKind.class)) {
            kinds.add(kind);
        }
        return Contract.of(kinds, new RecordSchemas()).json();
    }

    /** Schemas of the parameters of imports by name. */
    private static Map<String, JsonNode> documented() {
        Map<String, JsonNode> documented = new TreeMap<>();
        for (Map.Entry<String, JsonNode> path : CONTRACT.get("paths").properties()) {
            if (!path.getKey().contains("/bulk-import/")) {
                continue;
            }
            for (JsonNode reference : path.getValue().at("/post/parameters")) {
                JsonNode parameter = CONTRACT.at(reference.path("$ref").asText().substring(1));
                if (parameter.path("in").asText().equals("query")) {
                    documented.put(parameter.get("name").asText(), parameter.get("schema"));
                }
            }
        }
        return documented;
    }

    static Stream<Map.Entry<String, JsonNode>> parameters() {
        return documented().entrySet().stream();
    }

    @Test
    void everyParameterIsDocumentedAndNoOther() {
        // Documented as long as there is a kind for it.
        assertThat(ImportParameters.names()).containsAll(documented().keySet());
        assertThat(documented().keySet())
                .containsAll(ImportParameters.names().stream()
                        .filter(name -> !name.equals("op"))
                        .toList());
    }

    @ParameterizedTest
    @MethodSource("parameters")
    void theDefaultIsWhatCountsIfNothingIsGiven(Map.Entry<String, JsonNode> parameter) {
        JsonNode standard = parameter.getValue().path("default");
        if (parameter.getKey().equals("chunkSize")) {
            assertThat(standard.asText()).isEqualTo(defaultOf("chunk-size"));
        } else if (standard.isMissingNode()) {
            assertThat(parameter.getKey())
                    .isIn("job", "maxRejects", "drop", "scope", "organization", "group", "client", "source");
        } else {
            assertThat(read(parameter.getKey(), standard.asText()))
                    .isEqualTo(ImportParameters.of(withOperation(parameter.getKey())));
        }
    }

    @ParameterizedTest
    @MethodSource("parameters")
    void whatIsDocumentedIsTakenAndNothingElse(Map.Entry<String, JsonNode> parameter) {
        String name = parameter.getKey();
        JsonNode schema = parameter.getValue();
        List<String> taken = new ArrayList<>();
        List<String> refused = new ArrayList<>(List.of("no such thing", ""));
        schema.path("enum").forEach(value -> taken.add(value.asText()));
        CONTRACT.at(schema.at("/items/$ref").asText("#").substring(1))
                .path("enum")
                .forEach(value -> taken.add(value.asText()));
        Stream.concat(
                        Stream.of(schema),
                        StreamSupport.stream(schema.path("anyOf").spliterator(), false))
                .forEach(choice -> addBounds(choice, taken, refused));
        if (name.equals("job")) {
            taken.add("a");
            taken.add("A".repeat(128));
            taken.add("9._:-");
            refused.add("A".repeat(129));
            refused.add("-a");
            assertThat(taken)
                    .isNotEmpty()
                    .allMatch(value -> value.matches(schema.get("pattern").asText()));
            assertThat(refused)
                    .noneMatch(value -> value.matches(schema.get("pattern").asText()));
        } else if (name.equals("maxRemovals")) {
            taken.addAll(List.of("0", "7", "0.5%", "100%"));
            refused.addAll(List.of("-1", "1.5", "101%", "%", "1 %"));
            assertThat(taken)
                    .isNotEmpty()
                    .allMatch(value -> value.matches(schema.get("pattern").asText()));
        } else if (NAMES.contains(name)) {
            taken.add(refused.remove(0));
        }

        assertThat(taken)
                .isNotEmpty()
                .allSatisfy(value -> assertThat(read(name, value)).isNotNull());
        assertThat(taken.stream().map(value -> read(name, value))).doesNotHaveDuplicates();
        assertThat(refused)
                .isNotEmpty()
                .allSatisfy(value -> assertThatThrownBy(() -> read(name, value))
                        .as("%s=%s", name, value)
                        .isInstanceOf(ErrorResponseException.class));
    }

    private static void addBounds(JsonNode schema, List<String> taken, List<String> refused) {
        if (schema.path("type").asText().equals("boolean")) {
            taken.addAll(List.of("true", "false"));
        }
        if (schema.has("const")) {
            taken.add(schema.get("const").asText());
        }
        if (schema.has("minimum")) {
            taken.add(schema.get("minimum").asText());
            refused.add(String.valueOf(schema.get("minimum").asLong() - 1));
        }
        if (schema.has("maximum")) {
            taken.add(schema.get("maximum").asText());
            refused.add(String.valueOf(schema.get("maximum").asLong() + 1));
        }
    }

    private static ImportParameters read(String name, String value) {
        MultivaluedHashMap<String, String> query = withOperation(name);
        query.add(name, value);
        return ImportParameters.of(query);
    }

    /** Some parameters belong to another operation than the default. */
    private static MultivaluedHashMap<String, String> withOperation(String name) {
        MultivaluedHashMap<String, String> query = new MultivaluedHashMap<>();
        if (name.equals("extra")) {
            query.add("op", "verify");
        } else if (OF_MIRRORS.contains(name)) {
            query.add("op", "mirror");
        }
        return query;
    }

    private static String defaultOf(String option) {
        return Settings.metadata().stream()
                .filter(property -> property.getName().equals(option))
                .map(property -> property.getDefaultValue().toString())
                .findFirst()
                .orElseThrow();
    }
}
