// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.rest;

import io.keylift.hook.Guard;
import io.quarkus.vertx.http.runtime.filters.Filters;
import io.vertx.core.http.HttpHeaders;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.ws.rs.core.MediaType;
import java.util.regex.Pattern;
import org.keycloak.quarkus.runtime.configuration.Configuration;

/**
 * Refuses each call of ours with a NUL in its path or query, before anything looks it up: no database can compare it
 * with a text. It is the only such text in an address, because bytes that are not UTF-8 become U+FFFD.
 */
@ApplicationScoped
public class UnstorableAddress {

    private static final String NUL = "%00";
    private static final String ERROR = "{\"errorMessage\":\"The path or query contains a NUL character (%00)\"}";
    private static final int BAD_REQUEST = 400;

    /** After the filter that reads the rest of a body after the answer. */
    private static final int PRIORITY = 1;

    private static final Pattern OURS =
            calls(Configuration.getOptionalKcValue("http-relative-path").orElse("/"));

    private final Guard guard = new Guard("refusal of unstorable addresses of imports");

    void register(@Observes Filters filters) {
        filters.register(new SafeFilter(guard, UnstorableAddress::isUnstorable, UnstorableAddress::refuse), PRIORITY);
    }

    private static boolean isUnstorable(RoutingContext request) {
        return request.request().uri().contains(NUL) && isOurs(request);
    }

    /** Whether it is a call of this JAR. */
    static boolean isOurs(RoutingContext request) {
        return OURS.matcher(request.normalizedPath()).matches();
    }

    private static void refuse(RoutingContext request) {
        request.response()
                .setStatusCode(BAD_REQUEST)
                .putHeader(HttpHeaders.CONTENT_TYPE, MediaType.APPLICATION_JSON)
                .end(ERROR);
    }

    /** Paths of the calls of this JAR on a server with this relative path. */
    static Pattern calls(String relativePath) {
        String root = relativePath.endsWith("/") ? relativePath : relativePath + "/";
        return Pattern.compile(
                Pattern.quote(root)
                        + "admin/realms/[^/]+/(?:bulk-import|bulk-export|capabilities|remote-passwords)(?:/.*)?",
                Pattern.DOTALL);
    }
}
