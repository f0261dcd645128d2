// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.request;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EndpointNamingTest {

    @ParameterizedTest
    @CsvSource({
        "/admin/realms/{realm}, 200, /admin/realms/{realm}",
        "/admin/realms/{realm}, 404, /admin/realms/{realm}",
        ", 401, UNAUTHORIZED",
        ", 403, FORBIDDEN",
        ", 404, NOT_FOUND",
        ", 302, REDIRECTION",
        ", 200, UNKNOWN",
        ", 500, UNKNOWN"
    })
    void anEndpointIsATemplateOrAConstant(String template, int status, String uri) {
        assertThat(EndpointNaming.uri(template, "/admin/realms/acme", status, false))
                .isEqualTo(uri);
    }

    /** The server looks for the realm, and for who asks, before it looks for the users. */
    @ParameterizedTest
    @CsvSource({
        "/admin/realms, /admin/realms/acme/users, 401, UNAUTHORIZED",
        "/admin/realms/{realm}, /admin/realms/acme/users, 403, FORBIDDEN",
        "/admin/realms/{realm}, /admin/realms/nowhere/users, 404, NOT_FOUND",
        "/admin/realms/{realm}, /admin/realms/acme/users, 415, UNKNOWN",
        "/admin/realms/{realm}, /admin/realms/acme/users, 200, /admin/realms/{realm}",
        "/admin/realms/, /kc/admin/realms, 401, /admin/realms/",
        "/admin/realms/{realm}, /kc//admin/realms/acme/, 404, /admin/realms/{realm}",
        "/resources/{version}/{path:.*}, /resources/1/a/b/c, 404, '/resources/{version}/{path:.*}'",
        "/admin/realms/{realm}, , 404, /admin/realms/{realm}"
    })
    void aRequestThatIsRefusedOnItsWayIsNotOfTheEndpointWhereItWasRefused(
            String template, String path, int status, String uri) {
        assertThat(EndpointNaming.uri(template, path, status, false)).isEqualTo(uri);
    }

    @ParameterizedTest
    @CsvSource({
        "/admin/realms/{realm}/users, /admin/realms/{realm}/users",
        "/admin/realms/{realm}, ABANDONED",
        ", ABANDONED"
    })
    void aClientThatGoesBeforeItsEndpointIsFoundAbandonsTheRequest(String template, String uri) {
        assertThat(EndpointNaming.uri(template, "/admin/realms/acme/users", 200, true))
                .isEqualTo(uri);
    }

    @ParameterizedTest
    @CsvSource({"GET, GET", "PATCH, PATCH", "get, OTHER", "BREW, OTHER"})
    void methodsThatClientsMakeUpAreOne(String method, String shown) {
        assertThat(EndpointNaming.method(method)).isEqualTo(shown);
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
        assertThat(EndpointNaming.isOfProtocol(path)).isEqualTo(isOfProtocol);
    }
}
