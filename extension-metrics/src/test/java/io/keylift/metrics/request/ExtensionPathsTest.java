// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.request;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ExtensionPathsTest {

    private final ExtensionPaths paths = new ExtensionPaths(Set.of("bulk-import", "capabilities"));

    @ParameterizedTest
    @CsvSource({
        "/admin/realms/{realm}/{extension}/{kind}, /admin/realms/a/bulk-import/users,"
                + " /admin/realms/{realm}/bulk-import/{kind}",
        "/admin/realms/{realm}/{extension}, /kc/admin/realms/a/capabilities, /admin/realms/{realm}/capabilities",
        "/realms/{realm}/{extension}, /realms/capabilities/bulk-import, /realms/{realm}/bulk-import",
        "/admin/realms/{realm}/{extension}, /admin/realms/a/made-up, /admin/realms/{realm}/{extension}",
        "/admin/realms/{realm}/{extension}, /made-up, /admin/realms/{realm}/{extension}",
        "/admin/realms/{realm}/users, /admin/realms/a/bulk-import, /admin/realms/{realm}/users"
    })
    void anExtensionHasTheNameOfItsProvider(String template, String path, String named) {
        assertThat(paths.named(template, path)).isEqualTo(named);
    }
}
