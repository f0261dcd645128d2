// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bench;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.keylift.it.http.AdminHttp;
import io.keylift.it.tenant.SampleTenant;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SentFilesTest {

    @TempDir
    Path folder;

    @Test
    void theOtherSystemHasTenFields() throws Exception {
        SentFiles files = SentFiles.of(folder, new SampleTenant(1, 2, 3));

        assertThat(Files.readAllLines(folder.resolve(files.persons()))).hasSize(3);
        assertThat(Files.readAllLines(folder.resolve(files.others())))
                .hasSize(3)
                .allSatisfy(line -> {
                    JsonNode record = AdminHttp.parse(line);
                    assertThat(record).hasSize(10);
                    assertThat(record.at("/hash")).hasSize(2);
                });
    }

    @Test
    void aLargeFileHasAllPersonsAgainAndAgain() throws Exception {
        SentFiles files = SentFiles.of(folder, new SampleTenant(1, 2, 300));

        SentFiles large = files.repeated(1);

        assertThat(Files.size(folder.resolve(large.persons()))).isBetween(1_000_000L, 1_500_000L);
        assertThat(Files.readAllLines(folder.resolve(large.others())))
                .startsWith(Files.readAllLines(folder.resolve(files.others())).toArray(String[]::new))
                .hasSizeGreaterThan(600);
        large.delete();
        assertThat(folder.resolve(large.persons())).doesNotExist();
    }
}
