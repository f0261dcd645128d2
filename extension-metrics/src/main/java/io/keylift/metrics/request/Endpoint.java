// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.request;

import java.util.Set;

/** Names of endpoints. Nothing that a client can choose becomes part of one. */
final class Endpoint {

    /** Endpoint of a request that was answered 404 before any resource was found. */
    static final String NOT_FOUND = "NOT_FOUND";

    /** Endpoint of a request that was sent elsewhere before any resource was found. */
    static final String REDIRECTION = "REDIRECTION";

    /** Endpoint of any other request without a template: all of them if the server was built with neither metrics nor traces. */
    static final String UNKNOWN = "UNKNOWN";

    private static final String OTHER_METHOD = "OTHER";

    private static final Set<String> METHODS =
            Set.of("GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "TRACE", "CONNECT");

    private Endpoint() {}

    /** @param template what the server knows of the path, or {@code null} */
    static String uri(String template, int status) {
        if (template != null) {
            return template;
        }
        if (status == 404) {
            return NOT_FOUND;
        }
        return status / 100 == 3 ? REDIRECTION : UNKNOWN;
    }

    /** Whether a path is that of an endpoint of OpenID Connect or SAML, whatever realms are called. */
    static boolean isOfProtocol(String path) {
        return path != null && path.contains("/protocol/") && !path.contains("/admin/");
    }

    static String method(String name) {
        return METHODS.contains(name) ? name : OTHER_METHOD;
    }
}
