// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.request;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EndpointTest {

    @ParameterizedTest
    @CsvSource({
        "/admin/realms/{realm}, 200, /admin/realms/{realm}",
        "/admin/realms/{realm}, 404, /admin/realms/{realm}",
        ", 404, NOT_FOUND",
        ", 302, REDIRECTION",
        ", 200, UNKNOWN",
        ", 500, UNKNOWN"
    })
    void anEndpointIsATemplateOrAConstant(String template, int status, String uri) {
        assertThat(Endpoint.uri(template, status)).isEqualTo(uri);
    }

    @ParameterizedTest
    @CsvSource({"GET, GET", "PATCH, PATCH", "get, OTHER", "BREW, OTHER"})
    void methodsThatClientsMakeUpAreOne(String method, String shown) {
        assertThat(Endpoint.method(method)).isEqualTo(shown);
    }

    @ParameterizedTest
    @CsvSource({
        "/realms/acme/protocol/openid-connect/token, true",
        "/auth/realms/acme/protocol/saml, true",
        "/realms/acme/account, false",
        "/admin/realms/acme/users, false",
        "/admin/realms/protocol/users, false",
        "/auth/admin/realms/protocol/users, false",
        "/admin/realms/acme/client-scopes/1/protocol-mappers/models, false",
        ", false"
    })
    void administratorsAreAtNoEndpointOfAProtocol(String path, boolean isOfProtocol) {
        assertThat(Endpoint.isOfProtocol(path)).isEqualTo(isOfProtocol);
    }
}
