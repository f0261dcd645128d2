// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.input;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class KindRecordsTest {

    private static final Set<String> KINDS = Set.of("roles", "users");

    private static InputRecord read(String line) {
        return KindRecords.read(InputRecord.of(7, line.getBytes(StandardCharsets.UTF_8)), KINDS::contains);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"kind\":\"roles\",\"record\":{\"name\":\"Zoë}\",\"list\":[{}]}}",
                " { \"record\" : {\"name\":\"Zoë}\",\"list\":[{}]} , \"kind\":\"roles\" } ",
                "{\"kind\":\"r\\u006fles\",\"record\":{\"name\":\"Zoë}\",\"list\":[{}]}}"
            })
    void theRecordIsExactlyWhatTheLineHas(String line) {
        InputRecord record = read(line);

        assertThat(record.fault()).isNull();
        assertThat(record.line()).isEqualTo(7);
        assertThat(record.kind()).isEqualTo("roles");
        assertThat(record.json()).asString(StandardCharsets.UTF_8).isEqualTo("{\"name\":\"Zoë}\",\"list\":[{}]}");
    }

    /** As a deferred line is stored and read again. */
    @Test
    void aRecordCanBeWrittenAsALineAndReadAgain() {
        InputRecord record = read("{\"kind\":\"users\",\"record\":{\"username\":\"jürgen\"}}");

        assertThat(read(record.text())).usingRecursiveComparison().isEqualTo(record);
    }

    @ParameterizedTest
    @ValueSource(strings = {"fail", "skip", "overwrite", "merge"})
    void aLineCanSayWhatToDoIfItsObjectExists(String policy) {
        InputRecord record = read("{\"kind\":\"users\",\"ifExists\":\"" + policy + "\",\"record\":{}}");

        assertThat(record.ifExists()).isEqualTo(policy);
        assertThat(read(record.text())).usingRecursiveComparison().isEqualTo(record);
    }

    /** The fields of the record are a matter of its kind. */
    @ParameterizedTest
    @ValueSource(strings = {"{\"name\":1,\"name\":2}", "{\"kind\":\"users\",\"no such field\":null}"})
    void theRecordIsNotChecked(String record) {
        assertThat(read("{\"kind\":\"roles\",\"record\":" + record + "}").json())
                .asString(StandardCharsets.UTF_8)
                .isEqualTo(record);
    }

    @ParameterizedTest
    @CsvSource(
            quoteCharacter = '\'',
            delimiter = '|',
            value = {
                "{'kind':'clowns','record':{}} | unknown_kind | /kind",
                "{'kind':'','record':{}} | unknown_kind | /kind",
                "{'record':{}} | missing | /kind",
                "{'kind':'users'} | missing | /record",
                "{'kind':null,'record':{}} | wrong_type | /kind",
                "{'kind':['users'],'record':{}} | wrong_type | /kind",
                "{'kind':'users','record':null} | wrong_type | /record",
                "{'kind':'users','record':[{}]} | wrong_type | /record",
                "{'kind':'users','record':{},'a/b':{}} | unknown_field | /a~1b",
                "{'kind':'users','record':{},'ifExists':'perhaps'} | invalid | /ifExists",
                "{'kind':'users','record':{},'ifExists':null} | wrong_type | /ifExists",
                "{'kind':'users','record':{},'kind':'roles'} | malformed_json | /kind",
                "{'kind':'users','record':{},'record':{}} | malformed_json | /record",
                "{'kind':'users','record':{}} {} | malformed_json | ''",
                "{'kind':'users','record':{}}} | malformed_json | ''",
                "{'kind':'users','record':{ | malformed_json | ''",
                "[{'kind':'users','record':{}}] | malformed_json | ''",
                "nonsense | malformed_json | ''",
            })
    void aLineThatNamesNoRecordOfAKnownKindIsAFault(String line, String code, String pointer) {
        InputRecord record = read(line.replace('\'', '"'));

        assertThat(record.json()).isNull();
        assertThat(record.kind()).isNull();
        assertThat(record.fault().code()).isEqualTo(code);
        assertThat(record.fault().pointer()).isEqualTo(pointer);
    }

    @Test
    void anotherEncodingIsNoUtf8() {
        byte[] utf16 = "{\"kind\":\"users\",\"record\":{}}".getBytes(StandardCharsets.UTF_16LE);

        assertThat(KindRecords.read(InputRecord.of(1, utf16), KINDS::contains)
                        .fault()
                        .code())
                .isEqualTo("malformed_json");
    }

    @Test
    void aLineThatCannotBeUsedStaysAsItIs() {
        InputRecord tooLong = InputRecord.tooLong(3, 10);

        assertThat(KindRecords.read(tooLong, KINDS::contains)).isSameAs(tooLong);
    }
}
