// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.request;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RequestEndpointTest {

    private String template;

    @Test
    void aPathIsNamedAsFarAsItIsResolved() {
        RequestEndpoint endpoint = endpoint("/admin/realms/acme/users");

        assertThat(endpoint.soFar()).isEqualTo("UNKNOWN");
        template = "/admin/realms/{realm}";
        assertThat(endpoint.soFar()).isEqualTo("/admin/realms/{realm}/...");
        template = "/admin/realms/{realm}/users";
        assertThat(endpoint.soFar()).isEqualTo("/admin/realms/{realm}/users");
    }

    @ParameterizedTest
    @CsvSource({
        "/realms/acme/account, acme",
        "/auth/admin/realms/acme%20inc/users, acme inc",
        "/realms/a+b, a+b",
        "/realms/%zz/account,",
        "/health,"
    })
    void theRealmIsThatOfThePath(String path, String realm) {
        assertThat(endpoint(path).realm()).isEqualTo(realm);
    }

    private RequestEndpoint endpoint(String path) {
        return new RequestEndpoint(() -> template, path, "GET", (found, given) -> found);
    }
}
