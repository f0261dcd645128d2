// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.request;

import java.util.Arrays;

/** Names of endpoints. A name contains nothing that a client can choose. */
final class EndpointNaming {

    /** Endpoint of a request that was answered 401 before its resource was found. */
    static final String UNAUTHORIZED = "UNAUTHORIZED";

    /** Endpoint of a request that was answered 403 before its resource was found. */
    static final String FORBIDDEN = "FORBIDDEN";

    /** Endpoint of a request that was answered 404 before its resource was found. */
    static final String NOT_FOUND = "NOT_FOUND";

    /** Endpoint of a request whose client disconnected before its resource was found. */
    static final String ABANDONED = "ABANDONED";

    /** Endpoint of a request that was redirected before its resource was found. */
    static final String REDIRECTION = "REDIRECTION";

    /**
     * Endpoint of any other request without a template. All requests have it if the server was built with neither
     * metrics nor traces.
     */
    static final String UNKNOWN = "UNKNOWN";

    private static final String OTHER_METHOD = "OTHER";

    private EndpointNaming() {}

    /**
     * Returns the path template. Returns a constant if the path was not resolved completely: the server resolves it
     * step by step and can reject the caller before the last step.
     *
     * @param template template that the server has found, or {@code null}
     * @param path path of the request
     * @param aborted whether the client disconnected before the response was complete
     */
    static String uri(String template, String path, int status, boolean aborted) {
        boolean hasFailed = aborted || status >= 400;
        if (template != null && (!hasFailed || isWhole(template, path))) {
            return template;
        }
        if (aborted) {
            return ABANDONED;
        }
        return switch (status) {
            case 401 -> UNAUTHORIZED;
            case 403 -> FORBIDDEN;
            case 404 -> NOT_FOUND;
            default -> status / 100 == 3 ? REDIRECTION : UNKNOWN;
        };
    }

    /**
     * Whether the template covers the whole path. A template with a regular expression can match any number of
     * segments.
     */
    static boolean isWhole(String template, String path) {
        if (path == null || template.indexOf(':') >= 0) {
            return true;
        }
        String[] wanted = segments(template);
        String[] given = segments(path);
        int first = given.length - wanted.length;
        if (first < 0) {
            return true;
        }
        for (int i = 0; i < wanted.length; i++) {
            if (wanted[i].indexOf('{') < 0 && !wanted[i].equals(given[first + i])) {
                return false;
            }
        }
        return true;
    }

    private static String[] segments(String path) {
        return Arrays.stream(path.split("/"))
                .filter(segment -> !segment.isEmpty())
                .toArray(String[]::new);
    }

    /** Whether a path is an endpoint of OpenID Connect or SAML, whatever the realm's name. */
    static boolean isOfProtocol(String path) {
        return path != null && path.contains("/protocol/") && !path.contains("/admin/");
    }

    static String method(String name) {
        return switch (name) {
            case "GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "TRACE", "CONNECT" -> name;
            default -> OTHER_METHOD;
        };
    }
}
