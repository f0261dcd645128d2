// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.verification;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.keylift.bulkimport.verification.ValueComparison.Found;
import io.keylift.bulkimport.verification.ValueComparison.Mode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Equal and different values, for each type of value and each way in which an import writes it. */
class ValueComparisonTest {

    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(JsonReadFeature.ALLOW_SINGLE_QUOTES)
            .enable(JsonReadFeature.ALLOW_UNQUOTED_FIELD_NAMES)
            .build();

    /** A record with a field of each type. */
    record Sample(
            String text,
            Boolean truth,
            Integer number,
            List<String> texts,
            List<Part> parts,
            Map<String, String> map,
            Map<String, List<String>> lists,
            Part part) {}

    /** An object within a record. */
    record Part(String name, String protocol, String value, Map<String, String> config) {}

    private static Found compared(boolean blankIsNone, String field, String given, String stored, Mode mode) {
        ValueComparison values = new ValueComparison(JSON, blankIsNone);
        JavaType type = values.properties(JSON.constructType(Sample.class)).get(field);
        Found found = new Found(new ArrayList<>(), new ArrayList<>());
        values.compare("/" + field, type, json(given), json(stored), mode, found);
        return found;
    }

    private static String differences(String field, String given, String stored, Mode mode) {
        return String.join(" ", compared(true, field, given, stored, mode).differences());
    }

    private static JsonNode json(String text) {
        try {
            return text == null ? null : JSON.readTree(text);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(text, e);
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
        text   | 'a'   | 'a'   |
        text   | 'a'   | 'b'   | /text
        text   | 'a'   |       | /text
        text   | null  | 'a'   | /text
        text   | null  |       |
        text   | ''    | null  |
        text   | ' '   |       |
        text   | ''    | 'a'   | /text
        truth  | true  | 'true'|
        truth  | true  | false | /truth
        truth  | true  |       | /truth
        truth  | false |       |
        truth  | null  | false |
        truth  | null  | true  | /truth
        number | 5     | '5'   |
        number | 5     | 6     | /number
        number | 0     |       | /number
        """)
    void aScalarIsComparedAsKeycloakStoresIt(String field, String given, String stored, String different) {
        for (Mode mode : Mode.values()) {
            assertThat(differences(field, given, stored, mode)).isEqualTo(different == null ? "" : different);
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', nullValues = "none", textBlock = """
        ''    | 'a'  | /text
        ''    | none | /text
        ''    | ''   | ''
        """)
    void aBlankTextIsAValueWhereKeycloakStoresIt(String given, String stored, String different) {
        assertThat(compared(false, "text", given, stored, Mode.NAMED).differences())
                .isEqualTo(different.equals("''") ? List.of() : List.of(different));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
        ['a','b']     | ['b','a']     | NAMED |
        ['a','a']     | ['a']         | NAMED |
        ['a']         | ['a','b']     | NAMED | /texts
        ['a','b']     | ['a']         | NAMED | /texts
        ['a']         |               | NAMED | /texts
        []            | ['a']         | NAMED | /texts
        []            |               | NAMED |
        ['']          |               | NAMED |
        ['a','']      | ['a']         | NAMED |
        [null]        |               | NAMED |
        ['a']         | ['a','b']     | ADDED |
        ['a','b']     | ['a']         | ADDED | /texts
        []            | ['a']         | ADDED |
        """)
    void listsAreSets(String given, String stored, Mode mode, String different) {
        assertThat(differences("texts", given, stored, mode)).isEqualTo(different == null ? "" : different);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
        {a:['1','2']}       | {a:['2','1']}       | WHOLE     |          |
        {a:['1','1']}       | {a:['1']}           | WHOLE     | /lists/a |
        {a:['1','1']}       | {a:['1']}           | NAMED     | /lists/a |
        {a:['1','1']}       | {a:['1']}           | BY_CLIENT |          |
        {a:['1']}           | {a:['1'],b:['2']}   | WHOLE     | /lists/b |
        {a:['1']}           | {a:['1'],b:['2']}   | ALL       | /lists/b |
        {a:['1']}           | {a:['1'],b:['2']}   | NAMED     |          |
        {a:['1']}           | {a:['1'],b:['2']}   | ADDED     |          |
        {a:['1']}           | {a:['1'],b:['2']}   | BY_CLIENT |          | /lists/b
        {a:['1'],b:[]}      | {a:['1'],b:['2']}   | BY_CLIENT | /lists/b |
        {a:['1']}           | {a:['1'],b:[]}      | WHOLE     |          |
        {a:['1']}           | {a:['1'],b:['']}    | WHOLE     |          |
        {a:['1']}           | {a:['1','2']}       | ADDED     |          |
        {a:['1','2']}       | {a:['1']}           | ADDED     | /lists/a |
        {a:['1']}           |                     | WHOLE     | /lists/a |
        {}                  | {a:['1']}           | WHOLE     | /lists/a |
        {'a/b':['1']}       | {'a/b':['2']}       | WHOLE     | /lists/a~1b |
        """)
    void theModeSaysWhatHappensToValuesThatOnlyTheRealmHas(
            String given, String stored, Mode mode, String different, String notCompared) {
        Found found = compared(true, "lists", given, stored, mode);

        assertThat(found.differences()).isEqualTo(different == null ? List.of() : List.of(different));
        assertThat(found.notCompared()).isEqualTo(notCompared == null ? List.of() : List.of(notCompared));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
        {a:'1'}           | {a:'1',b:'2'}     | NAMED |
        {a:'1'}           | {a:'1',b:'2'}     | WHOLE | /map/b
        {a:'1',b:''}      | {a:'1'}           | WHOLE |
        {a:'1',b:'2'}     | {a:'1'}           | NAMED | /map/b
        {a:'1'}           | {a:'2'}           | NAMED | /map/a
        {a:'true'}        | {a:true}          | NAMED |
        """)
    void mapsAreComparedByName(String given, String stored, Mode mode, String different) {
        assertThat(differences("map", given, stored, mode)).isEqualTo(different == null ? "" : different);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
        [{name:'a',value:'1'}]              | [{name:'a',value:'1',protocol:'x'}]                 | NAMED | /parts/0 /parts
        [{name:'a',value:'1'}]              | [{name:'a',value:'1',config:{b:'2'}}]               | NAMED |
        [{name:'a',config:{}}]              | [{name:'a',config:{b:'2'}}]                         | NAMED | /parts/0/config/b
        [{name:'a',value:'1'}]              | [{name:'a',value:'2'}]                              | NAMED | /parts/0/value
        [{name:'b',value:'1'},{name:'a'}]   | [{name:'a'},{name:'b',value:'2'}]                   | NAMED | /parts/0/value
        [{name:'a'}]                        | [{name:'a'},{name:'b'}]                             | NAMED | /parts
        [{name:'a'}]                        | [{name:'a'},{name:'b'}]                             | ADDED |
        [{name:'a'},{name:'b'}]             | [{name:'a'}]                                        | ADDED | /parts/1
        [{name:'a',protocol:'x',value:'1'},{name:'a',protocol:'y',value:'2'}] | [{name:'a',protocol:'y',value:'2'},{name:'a',protocol:'x',value:'3'}] | NAMED | /parts/0/value
        [{value:'1'}]                       | [{value:'1'}]                                       | NAMED |
        [{value:'1'}]                       | [{value:'2'}]                                       | NAMED | /parts
        [{value:'1'},{}]                    | [{value:'1'}]                                       | NAMED | /parts
        [{}]                                | []                                                  | NAMED | /parts
        """)
    void objectsOfAListAreFoundByTheirName(String given, String stored, Mode mode, String different) {
        assertThat(differences("parts", given, stored, mode)).isEqualTo(different == null ? "" : different);
    }

    @Test
    void whatAnObjectLeavesOutIsEqual() {
        assertThat(differences("part", "{name:'a'}", "{name:'a',value:'1'}", Mode.NAMED))
                .isEmpty();
        assertThat(differences("part", "{name:'a',value:null}", "{name:'a',value:'1'}", Mode.NAMED))
                .isEqualTo("/part/value");
        assertThat(differences("part", "{config:{a:'1'}}", "{config:{a:'1',b:'2'}}", Mode.NAMED))
                .isEqualTo("/part/config/b");
        assertThat(differences("part", "{config:{a:'1'}}", "{config:{a:'1',b:'2'}}", Mode.ADDED))
                .isEmpty();
        assertThat(differences("part", "{name:'a'}", null, Mode.NAMED)).isEqualTo("/part");
        assertThat(compared(true, "part", "{name:'a'}", "{name:'a',value:'1'}", Mode.BY_CLIENT)
                        .notCompared())
                .containsExactly("/part/value");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
        ''    |       | true
        ''    | ''    | false
        ''    | ' '   | true
        false |       | true
        false | false | false
        'a'   |       | true
        'a'   | 'b'   | false
        null  |       | false
        []    |       | false
        null  | []    | false
        """)
    void noValueIsNotABlankOne(String given, String stored, boolean differ) {
        ValueComparison values = new ValueComparison(JSON, true);

        assertThat(values.differInBlanks(json(given), json(stored))).isEqualTo(differ);
    }

    @Test
    void fieldsComeInTheirOrder() {
        assertThat(new ValueComparison(JSON, true)
                        .properties(JSON.constructType(Part.class))
                        .keySet())
                .containsExactly("name", "protocol", "value", "config");
    }
}
