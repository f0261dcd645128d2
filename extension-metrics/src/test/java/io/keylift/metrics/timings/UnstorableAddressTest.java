// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.timings;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UnstorableAddressTest {

    @ParameterizedTest
    @CsvSource(textBlock = """
            /,      /admin/realms/acme/request-timings,                true
            /,      /admin/realms/acme/request-timings/in-flight/\u0000, true
            /,      /auth/admin/realms/acme/request-timings,           false
            /,      /admin/realms/acme/users,                          false
            /,      /admin/realms/acme/request-timings-of-others,      false
            /auth,  /auth/admin/realms/acme/request-timings/in-flight, true
            /auth/, /auth/admin/realms/acme/request-timings,           true
            /auth,  /admin/realms/acme/request-timings,                false
            /a.b,   /axb/admin/realms/acme/request-timings,            false
            """)
    void callsOfOursBeginWithTheServersPath(String relativePath, String path, boolean isOurs) {
        assertThat(UnstorableAddress.calls(relativePath).matcher(path).matches())
                .isEqualTo(isOurs);
    }
}
