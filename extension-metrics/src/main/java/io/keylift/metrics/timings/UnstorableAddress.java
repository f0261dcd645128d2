// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.timings;

import io.keylift.metrics.FailSafe;
import io.quarkus.vertx.http.runtime.filters.Filters;
import io.vertx.core.http.HttpHeaders;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.util.regex.Pattern;

/**
 * Refuses each call of ours with a NUL in its path or query, before anything looks it up: no database can compare it
 * with a text. It is the only such text in an address, because what is not UTF-8 becomes U+FFFD.
 */
@Singleton
public class UnstorableAddress {

    /** Message of the refusal. */
    static final String MESSAGE = "The path or query contains a NUL character (%00)";

    private static final String NUL = "%00";
    private static final int BAD_REQUEST = 400;

    /** Behind the measurement of requests. */
    private static final int PRIORITY = 1;

    private final Pattern ours =
            calls(ManagementPath.option("http-relative-path").orElse("/"));
    private final FailSafe failSafe = new FailSafe("refusal of unstorable addresses");

    void register(@Observes Filters filters) {
        filters.register(this::refuse, PRIORITY);
    }

    private void refuse(RoutingContext request) {
        if (failSafe.attempt(
                () -> contains(request)
                        && ours.matcher(request.normalizedPath()).matches(),
                false)) {
            request.response()
                    .setStatusCode(BAD_REQUEST)
                    .putHeader(HttpHeaders.CONTENT_TYPE, "application/json")
                    .end("{\"errorMessage\":\"" + MESSAGE + "\"}");
        } else {
            request.next();
        }
    }

    /** Paths of the calls of this JAR on a server with this relative path. */
    static Pattern calls(String relativePath) {
        return Pattern.compile(
                Pattern.quote(ManagementPath.join(relativePath, "admin/realms/")) + "[^/]+/" + TimingsSettings.ID
                        + "(?:/.*)?",
                Pattern.DOTALL);
    }

    /** Whether the address has such a text. */
    static boolean contains(RoutingContext request) {
        return request.request().uri().contains(NUL);
    }
}
