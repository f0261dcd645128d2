// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.rest;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UploadLimitTest {

    @ParameterizedTest
    @CsvSource({
        "/, /admin/realms/acme/bulk-import/users, true",
        "/, /elsewhere/admin/realms/acme/bulk-import/users, false",
        "/, /admin/realms/acme/bulk-import/jobs/x/pause, false",
        "/, /admin/realms/acme/bulk-export/users, true",
        "/, /admin/realms/acme/bulk-import, true",
        "/, /admin/realms/acme/bulk-import/, true",
        "/, /admin/realms/acme/bulk-imports, false",
        "/auth, /auth/admin/realms/acme/bulk-import/users, true",
        "/auth/, /auth/admin/realms/acme/bulk-import/users, true",
        "/auth, /admin/realms/acme/bulk-import/users, false",
        "/auth, /auth/auth/admin/realms/acme/bulk-import/users, false",
    })
    void theLimitIsLiftedForImportsAlone(String relativePath, String path, boolean lifted) {
        assertThat(UploadLimit.imports(relativePath).matcher(path).matches()).isEqualTo(lifted);
    }
}
