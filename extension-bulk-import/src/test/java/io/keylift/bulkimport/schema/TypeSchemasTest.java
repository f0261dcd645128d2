// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.schema;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.annotation.JsonAlias;
import com.fasterxml.jackson.annotation.JsonAnySetter;
import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyDescription;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.bulkimport.kind.RecordJson;
import io.keylift.bulkimport.kind.spi.RecordShape;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.keycloak.representations.idm.GroupRepresentation;
import org.keycloak.representations.idm.authorization.ResourceRepresentation;

class TypeSchemasTest {

    private static final JsonMapper MAPPER = RecordJson.mapper(new JsonFactory());
    private static final RecordShape PLAIN = RecordShape.of("{}");

    enum Colour {
        RED,
        @JsonProperty("light-blue")
        LIGHT_BLUE
    }

    @SuppressWarnings("unused") // by Jackson alone
    record Thing(
            @JsonProperty(required = true) @JsonPropertyDescription("What it is called.")
            String name,

            boolean sure,
            Integer size,
            long count,
            double share,
            Colour colour,
            Object anything,
            List<String> tags,
            Set<Integer> numbers,
            String[] texts,
            Map<String, Boolean> flags,
            Map<String, List<String>> attributes,
            @JsonAlias("colleague") Thing friend,
            List<Part> parts) {}

    record Part(String name, Integer weight) {

        @JsonCreator(mode = JsonCreator.Mode.PROPERTIES)
        Part {}

        @JsonCreator(mode = JsonCreator.Mode.DELEGATING)
        static Part named(String name) {
            return new Part(name, null);
        }
    }

    static class Bean {
        private final List<String> collected = new ArrayList<>();

        @Deprecated
        public void setOld(String old) {}

        public List<String> getCollected() {
            return collected;
        }

        public String getDerived() {
            return "";
        }

        @JsonIgnore
        public void setHidden(String hidden) {}
    }

    static class Open {
        public String name;

        @JsonAnySetter
        public void set(String name, Integer value) {}
    }

    @JsonIgnoreProperties(ignoreUnknown = true)
    static class Lenient {
        public String name;
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            name       | {"description":"What it is called.","type":"string"}
            sure       | {"type":["boolean","null"]}
            size       | {"type":["integer","null"]}
            count      | {"type":["integer","null"]}
            share      | {"type":["number","null"]}
            colour     | {"type":["string","null"],"enum":["RED","light-blue",null]}
            anything   | {}
            tags       | {"type":["array","null"],"items":{"type":["string","null"]}}
            numbers    | {"type":["array","null"],"items":{"type":["integer","null"]}}
            texts      | {"type":["array","null"],"items":{"type":["string","null"]}}
            flags      | {"type":["object","null"],"additionalProperties":{"type":["boolean","null"]}}
            attributes | {"type":["object","null"],"additionalProperties":{"$ref":"#/$defs/Values"}}
            friend     | {"anyOf":[{"$ref":"#/$defs/Thing"},{"type":"null"}]}
            colleague  | {"anyOf":[{"$ref":"#/$defs/Thing"},{"type":"null"}]}
            parts      | {"type":["array","null"],"items":{"anyOf":[{"$ref":"#/$defs/Part"},{"type":"null"}]}}
            """)
    void aFieldIsOfTheTypeThatItIsReadInto(String field, String expected) throws JsonProcessingException {
        JsonNode schema = new TypeSchemas(MAPPER, PLAIN).root(Thing.class);

        assertThat(schema.at("/properties/" + field)).isEqualTo(MAPPER.readTree(expected));
    }

    @Test
    void aRecordHasTheFieldsThatItsReaderKnowsAndNoOthers() {
        JsonNode schema = new TypeSchemas(MAPPER, PLAIN).root(Bean.class);

        assertThat(names(schema)).containsExactlyInAnyOrder("old", "collected");
        assertThat(schema.at("/properties/old/deprecated").asBoolean()).isTrue();
        assertThat(schema.at("/additionalProperties"))
                .isEqualTo(MAPPER.getNodeFactory().booleanNode(false));
    }

    @Test
    void theOrderOfTheFieldsIsThatOfTheClass() {
        assertThat(names(new TypeSchemas(MAPPER, PLAIN).root(Thing.class))).startsWith("name", "sure", "size", "count");
    }

    @Test
    void whatIsRequiredIsNeverNull() {
        JsonNode schema = new TypeSchemas(MAPPER, PLAIN).root(Thing.class);

        assertThat(schema.get("required")).extracting(JsonNode::asText).containsExactly("name");
        assertThat(schema.at("/properties/name/type").asText()).isEqualTo("string");
    }

    @Test
    void otherFieldsAreAllowedWhereTheReaderTakesThem() {
        assertThat(new TypeSchemas(MAPPER, PLAIN)
                        .root(Open.class)
                        .at("/additionalProperties/type/0")
                        .asText())
                .isEqualTo("integer");
        assertThat(new TypeSchemas(MAPPER, PLAIN)
                        .root(Lenient.class)
                        .at("/additionalProperties")
                        .asBoolean())
                .isTrue();
    }

    @Test
    void whatATextCanStandForMayBeAText() {
        TypeSchemas types = new TypeSchemas(MAPPER, PLAIN);
        types.root(Thing.class);

        assertThat(types.definitions().at("/Part/type"))
                .extracting(JsonNode::asText)
                .containsExactly("object", "string");
        assertThat(types.definitions().at("/Thing/type").asText()).isEqualTo("object");
    }

    @Test
    void typesMayContainThemselves() {
        TypeSchemas types = new TypeSchemas(MAPPER, PLAIN);
        ObjectNode group = types.root(GroupRepresentation.class);

        assertThat(group.at("/properties/subGroups/items/anyOf/0/$ref").asText())
                .isEqualTo("#/$defs/GroupRepresentation");
        assertThat(types.definitions().at("/GroupRepresentation/properties/subGroups"))
                .isEqualTo(group.at("/properties/subGroups"));
    }

    @Test
    void namesAreThoseOfTheJsonAndNotOfTheClass() {
        assertThat(names(new TypeSchemas(MAPPER, PLAIN).root(ResourceRepresentation.class)))
                .contains("_id", "icon_uri", "uri", "uris")
                .doesNotContain("id", "iconUri");
    }

    @Test
    void theShapeLeavesOutPassesOverAndDescribes() {
        RecordShape shape = PLAIN.refuses("size", "Part.weight")
                .ignores("parts", "flags")
                .describes("tags", "Some words.")
                .describes("Thing.tags", "Other words.");
        TypeSchemas types = new TypeSchemas(MAPPER, shape);
        ObjectNode schema = types.root(Thing.class);

        assertThat(names(schema)).doesNotContain("size").contains("sure");
        assertThat(names(types.definitions().get("Thing"))).contains("size");
        assertThat(names(types.definitions().get("Part"))).containsExactly("name");
        assertThat(schema.at("/properties/tags/description").asText()).isEqualTo("Some words.");
        assertThat(types.definitions().at("/Thing/properties/tags/description").asText())
                .isEqualTo("Other words.");
        for (String ignored : List.of("parts", "flags")) {
            assertThat(schema.at("/properties/" + ignored + "/readOnly").asBoolean())
                    .isTrue();
            assertThat(schema.at("/properties/" + ignored).has("items")).isFalse();
        }
    }

    private static List<String> names(JsonNode schema) {
        List<String> names = new ArrayList<>();
        schema.get("properties").fieldNames().forEachRemaining(names::add);
        return names;
    }
}
