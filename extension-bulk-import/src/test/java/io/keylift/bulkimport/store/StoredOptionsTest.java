// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.keylift.bulkimport.job.ImportJob;
import io.keylift.bulkimport.job.JobOption;
import io.keylift.bulkimport.job.JobOptions;
import io.keylift.bulkimport.job.JobSpec;
import io.keylift.bulkimport.job.NoPassword;
import io.keylift.bulkimport.job.Operation;
import io.keylift.bulkimport.job.OtherOptions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class StoredOptionsTest extends LedgerFixture {

    static List<JobOption<?>> all() {
        return JobOption.ALL;
    }

    @ParameterizedTest
    @MethodSource("all")
    void aJobHasTheOptionItWasOpenedWith(JobOption<?> option) {
        JobOptions options = OtherOptions.change(JobOptions.DEFAULTS, option);

        open(options);

        assertThat(present("people").spec().options()).isEqualTo(options);
    }

    @Test
    void aJobWithoutOptionsHasTheDefaults() {
        open(JobOptions.DEFAULTS);

        assertThat(present("people").spec().options()).isEqualTo(JobOptions.DEFAULTS);
    }

    @Test
    void aRowOfAVersionWithoutAColumnHasItsDefault() {
        ImportJob job = open(JobOptions.DEFAULTS.with(JobOption.NO_PASSWORD, NoPassword.UPDATE));

        database.sql("update KEYLIFT_IMPORT_JOB set NO_PASSWORD = null where UID = ?", job.uid());

        assertThat(present("people").spec().noPassword()).isEqualTo(NoPassword.ACCEPT);
    }

    private ImportJob open(JobOptions options) {
        return ledger.open(
                new JobSpec("people", REALM, "users", Operation.IMPORT, 1000, options), CALLER, "node-a", NOW);
    }
}
