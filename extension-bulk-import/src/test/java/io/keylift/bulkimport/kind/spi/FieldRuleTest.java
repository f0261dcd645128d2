// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.spi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FieldRuleTest {

    private static final JsonMapper JSON = new JsonMapper();

    private static final FieldDefault FLAG = FieldDefault.of(true);

    private static final Map<String, FieldRule> RULES = Map.ofEntries(
            Map.entry("key", FieldRule.key()),
            Map.entry("id", FieldRule.id()),
            Map.entry("moving id", FieldRule.movingId("moves")),
            Map.entry("set once", FieldRule.setOnce().requiredIfStored()),
            Map.entry("value", FieldRule.value(FLAG)),
            Map.entry("reset to none", FieldRule.value().resets()),
            Map.entry("reset to true", FieldRule.value(FLAG).resets()),
            Map.entry(
                    "reset to a list",
                    FieldRule.list(FieldDefault.of(json("[\"a\"]"))).resets()),
            Map.entry("reset with other", FieldRule.value().resetsWith("other")),
            Map.entry("required", FieldRule.value(FieldDefault.REQUIRED).required()),
            Map.entry("new", FieldRule.ofNew(FLAG)),
            Map.entry("ignored", FieldRule.ignored(FLAG)),
            Map.entry("command", FieldRule.command(FLAG, "does")));

    private static JsonNode json(String text) {
        try {
            return JSON.readTree(text);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(text, e);
        }
    }

    /** The dash stands for a field that the import leaves unchanged. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            key              | {"field":1}           | -     | -
            id               | {"field":1}           | 1     | 1
            id               | {}                    | -     | -
            moving id        | {"field":1}           | 1     | 1
            set once         | {"field":1}           | 1     | 1
            set once         | {}                    | -     | -
            value            | {"field":false}       | false | false
            value            | {}                    | -     | -
            reset to none    | {"field":1}           | 1     | 1
            reset to none    | {}                    | null  | -
            reset to true    | {"field":false}       | false | false
            reset to true    | {}                    | true  | -
            reset to a list  | {}                    | ["a"] | -
            reset with other | {}                    | -     | -
            reset with other | {"other":1}           | null  | -
            reset with other | {"other":1,"field":2} | 2     | 2
            required         | {}                    | -     | -
            new              | {"field":false}       | false | false
            new              | {}                    | -     | -
            ignored          | {"field":false}       | -     | -
            command          | {"field":false}       | -     | -
            command          | {}                    | -     | -
            """)
    void theValueAfterAnImport(String rule, String record, String overwritten, String merged) {
        assertThat(target(rule, record, false)).isEqualTo(overwritten);
        assertThat(target(rule, record, true)).isEqualTo(merged);
    }

    private static String target(String rule, String record, boolean merged) {
        JsonNode target = RULES.get(rule).target("field", json(record), merged);
        return target == null ? "-" : target.toString();
    }

    @Test
    void aFieldIsOptionalIfItsAbsenceChangesNothing() {
        assertThat(names(FieldRule::isOptional))
                .containsExactlyInAnyOrder("id", "moving id", "value", "new", "ignored", "command");
        assertThat(names(FieldRule::isReset))
                .containsExactlyInAnyOrder("reset to none", "reset to true", "reset to a list");
    }

    private static List<String> names(Predicate<FieldRule> test) {
        return RULES.entrySet().stream()
                .filter(rule -> test.test(rule.getValue()))
                .map(Map.Entry::getKey)
                .toList();
    }

    @Test
    void contradictionsAreRefused() {
        FieldRule required = FieldRule.value(FieldDefault.REQUIRED);
        FieldTreatment reset = FieldRule.value().resets().overwrite();

        assertThatIllegalArgumentException().isThrownBy(required::resets);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new FieldRule(FieldDefault.NONE, reset, reset, false, false));
        assertThatIllegalArgumentException().isThrownBy(() -> FieldDefault.computed(null));
        assertThatIllegalArgumentException().isThrownBy(() -> FieldDefault.of(json("null")));
    }
}
