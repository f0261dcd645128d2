// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.request;

import java.util.Arrays;
import java.util.Set;

/** Names of endpoints. Nothing that a client can choose becomes part of one. */
final class Endpoint {

    /** Endpoint of a request that was answered 401 before its resource was found. */
    static final String UNAUTHORIZED = "UNAUTHORIZED";

    /** Endpoint of a request that was answered 403 before its resource was found. */
    static final String FORBIDDEN = "FORBIDDEN";

    /** Endpoint of a request that was answered 404 before its resource was found. */
    static final String NOT_FOUND = "NOT_FOUND";

    /** Endpoint of a request whose client went before its resource was found. */
    static final String ABANDONED = "ABANDONED";

    /** Endpoint of a request that was sent elsewhere before any resource was found. */
    static final String REDIRECTION = "REDIRECTION";

    /**
     * Endpoint of any other request without a template: all of them if the server was built with neither metrics nor
     * traces.
     */
    static final String UNKNOWN = "UNKNOWN";

    private static final String OTHER_METHOD = "OTHER";

    private static final Set<String> METHODS =
            Set.of("GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS", "TRACE", "CONNECT");

    private Endpoint() {}

    /**
     * The template, unless the request did not get there: the server looks for a resource step by step, and on its way
     * refuses who may not go on.
     *
     * @param template what the server knows of the path, or {@code null}
     * @param path of the request
     * @param aborted whether the client went before the answer was complete
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
     * Whether the template is that of the path down to its end. One with an expression of its own may be that of any
     * number of segments.
     */
    private static boolean isWhole(String template, String path) {
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

    /** Whether a path is that of an endpoint of OpenID Connect or SAML, whatever realms are called. */
    static boolean isOfProtocol(String path) {
        return path != null && path.contains("/protocol/") && !path.contains("/admin/");
    }

    static String method(String name) {
        return METHODS.contains(name) ? name : OTHER_METHOD;
    }
}
