// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.keylift.bulkimport.input.FilePlace;
import io.keylift.bulkimport.input.InputRecord;
import io.keylift.bulkimport.job.IdMode;
import io.keylift.bulkimport.job.Operation;
import io.keylift.bulkimport.job.Reject;
import io.keylift.bulkimport.kind.spi.ImportKind;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.ServiceLoader;
import java.util.Set;
import org.junit.jupiter.api.Test;

class MalformedRecordsTest {

    private static final List<Operation> OPERATIONS = List.of(Operation.IMPORT, Operation.REMOVE);

    @Test
    void aFieldThatAnObjectHasTwiceIsNamedWithTheKeyOfTheRecord() {
        for (Operation operation : OPERATIONS) {
            Reject reject = reject(
                    operation,
                    "{\"enabled\":true,\"clientId\":\"shop\",\"attributes\":{\"a/b\":\"1\",\"a/b\":\"2\"},"
                            + "\"clientId\":\"depot\"}",
                    new FilePlace(null, 12, 5));

            assertThat(reject.code()).isEqualTo("malformed_json");
            assertThat(reject.key()).isEqualTo("shop");
            assertThat(reject.pointer()).isEqualTo("/attributes/a~1b");
            assertThat(reject.fileLine()).isEqualTo(12);
            assertThat(reject.message())
                    .isEqualTo("An object has field \"a/b\" twice. Remove one of the two."
                            + " The record begins in line 12, column 5 of the file.");
        }
    }

    @Test
    void aRecordWithTooManyLevelsHasItsKey() {
        String levels = "[".repeat(60) + "]".repeat(60);
        Reject reject = reject(
                Operation.REMOVE,
                "{\"attributes\":" + levels + ",\"clientId\":\"shop\"}",
                new FilePlace("acme-realm.json", 3, 1));

        assertThat(reject.key()).isEqualTo("shop");
        assertThat(reject.fileLine()).isNull();
        assertThat(reject.message()).endsWith(" The record begins in line 3, column 1 of the file acme-realm.json.");
    }

    @Test
    void anArrayInALineIsToldHowToSendIt() {
        assertThat(reject(Operation.IMPORT, " [{\"clientId\":\"shop\"}]", null).message())
                .contains("Send an array of records as `Content-Type: application/json`");
    }

    /** Behind a fault, nothing is what it seems. */
    @Test
    void whatIsNoJsonHasNoKey() {
        Reject reject = reject(Operation.IMPORT, "{\"clientId\":\"shop\",\"enabled\":nul}", null);

        assertThat(reject.key()).isNull();
        assertThat(reject.message()).matches("The record is not valid JSON, near byte \\d+ of the record");
    }

    private static Reject reject(Operation operation, String record, FilePlace place) {
        ImportKind<?, ?> found = ServiceLoader.load(ImportKind.class).stream()
                .<ImportKind<?, ?>>map(ServiceLoader.Provider::get)
                .filter(any -> any.getId().equals("clients"))
                .findFirst()
                .orElseThrow();
        return new RecordParser<>(
                        found,
                        operation,
                        new GivenIdFields(Set.of()),
                        IdMode.STRICT,
                        DropRules.none(),
                        new KnownRecords(1 << 20))
                .parse(InputRecord.of(1, record.getBytes(StandardCharsets.UTF_8))
                        .at(place))
                .reject();
    }
}
