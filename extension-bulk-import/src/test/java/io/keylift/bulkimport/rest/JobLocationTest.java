// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.rest;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.ws.rs.core.UriBuilder;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JobLocationTest {

    @ParameterizedTest
    @CsvSource({"acme, acme", "Zürich Nord, Z%C3%BCrich%20Nord", "a{b}%2F?#, a%7Bb%7D%252F%3F%23"})
    void namesOfRealmsAreEncoded(String realm, String encoded) {
        assertThat(BulkImportResource.location(UriBuilder.fromUri("http://localhost:8080/auth/"), realm, "a:b"))
                .hasToString("http://localhost:8080/auth/admin/realms/" + encoded + "/bulk-import/jobs/a:b");
    }
}
