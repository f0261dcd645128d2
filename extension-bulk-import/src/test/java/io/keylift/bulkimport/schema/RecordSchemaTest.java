// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.schema;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import io.keylift.bulkimport.kind.RecordJson;
import io.keylift.bulkimport.kind.spi.ImportKind;
import io.keylift.bulkimport.kind.spi.RecordShape;
import java.util.HashSet;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Rules for the schema of every kind of this JAR. */
class RecordSchemaTest {

    private static final JsonMapper MAPPER = RecordJson.mapper(new JsonFactory());
    private static final SchemaRegistry REGISTRY =
            SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12);

    @SuppressWarnings("rawtypes")
    static Stream<ImportKind> kinds() {
        return ServiceLoader.load(ImportKind.class).stream().map(ServiceLoader.Provider::get);
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void isASchema(ImportKind<?, ?> kind) {
        Schema dialect = REGISTRY.getSchema(SchemaLocation.of(RecordSchema.DIALECT));

        assertThat(dialect.validate(RecordSchema.of(kind))).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void everyExampleIsValidAndCanBeRead(ImportKind<?, ?> kind) throws Exception {
        ObjectNode described = RecordSchema.of(kind);
        Schema schema = REGISTRY.getSchema(described);

        assertThat(described.get("examples")).isNotEmpty();
        for (JsonNode example : described.get("examples")) {
            assertThat(schema.validate(example)).as("%s", example).isEmpty();
            assertThat(MAPPER.treeToValue(example, kind.info().recordType())).isNotNull();
            assertThat(example.has("id")).as("an id is one of all realms").isFalse();
        }
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void takesNoFieldThatTheKindDoesNotKnow(ImportKind<?, ?> kind) {
        ObjectNode described = RecordSchema.of(kind);
        ObjectNode record = described.at("/examples/0").deepCopy();

        assertThat(REGISTRY.getSchema(described).validate(record.put("nonsense", 1)))
                .hasSize(1);
    }

    /** A misspelt name, or one that a new version of Keycloak has removed, would have no effect. */
    @ParameterizedTest
    @MethodSource("kinds")
    void theShapeSpeaksOfFieldsThatThereAre(ImportKind<?, ?> kind) {
        TypeSchemas types = new TypeSchemas(MAPPER, RecordShape.of("{}"));
        Set<String> fields = new HashSet<>();
        types.root(kind.info().recordType()).get("properties").fieldNames().forEachRemaining(fields::add);
        types.definitions()
                .properties()
                .forEach(type -> type.getValue()
                        .path("properties")
                        .fieldNames()
                        .forEachRemaining(field -> fields.add(type.getKey() + "." + field)));
        RecordShape shape = kind.shape();

        assertThat(fields)
                .containsAll(shape.refused())
                .containsAll(shape.ignored())
                .containsAll(shape.descriptions().keySet());
        shape.required().forEach(anyOf -> assertThat(fields).containsAll(anyOf));
    }

    @Test
    void ofSeveralFieldsOneIsRequired() {
        ImportKind<?, ?> users =
                kinds().filter(kind -> kind.getId().equals("users")).findFirst().orElseThrow();
        Schema schema = REGISTRY.getSchema(RecordSchema.of(users));
        ObjectNode record = MAPPER.createObjectNode().put("firstName", "Ada");

        assertThat(schema.validate(record)).isNotEmpty();
        assertThat(schema.validate(record.deepCopy().put("username", "ada"))).isEmpty();
        assertThat(schema.validate(record.deepCopy().put("email", "ada@example.org")))
                .isEmpty();
    }

    @Test
    void aSchemaIsMadeOnce() {
        RecordSchemas schemas = new RecordSchemas();

        assertThat(kinds())
                .isNotEmpty()
                .allSatisfy(kind -> assertThat(schemas.of(kind)).isSameAs(schemas.of(kind)));
    }
}
