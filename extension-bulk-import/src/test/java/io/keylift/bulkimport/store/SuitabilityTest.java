// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.keylift.bulkimport.startup.Refusal;
import io.keylift.bulkimport.startup.Suitability;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** On a database that has our own tables of jobs, and none of Keycloak's. */
class SuitabilityTest {

    @Test
    void otherTablesAreRefusedUnlessTheOptionAllowsThem() {
        try (LedgerDatabase database = new LedgerDatabase()) {
            Optional<Refusal> refusal = database.get(new Suitability(false)::refusal);

            assertThat(refusal).get().satisfies(reason -> {
                assertThat(reason.code()).isEqualTo("untested_keycloak");
                assertThat(reason.message()).contains("is missing", "--allow-untested-keycloak=true");
            });
            assertThat(database.get(new Suitability(true)::refusal)).isEmpty();
        }
    }

    @Test
    void aKeyThatIsLostIsRefusedWhateverTheOptionSays() {
        for (String[] lost : new String[][] {
            {"KEYLIFT_IMPORT_CHUNK", "alter table KEYLIFT_IMPORT_CHUNK drop primary key", "no primary key"},
            {"KEYLIFT_IMPORT_JOB", "drop index KEYLIFT_UK_IMPORT_JOB", "no unique index KEYLIFT_UK_IMPORT_JOB"}
        }) {
            try (LedgerDatabase database = new LedgerDatabase()) {
                database.sql(lost[1]);

                assertThat(database.get(new Suitability(true)::refusal)).get().satisfies(reason -> {
                    assertThat(reason.code()).isEqualTo("missing_key");
                    assertThat(reason.message()).contains(lost[0], lost[2]);
                });
            }
        }
    }
}
