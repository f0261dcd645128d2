// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.rest;

import io.keylift.hook.Guard;
import io.quarkus.vertx.http.runtime.VertxHttpRecorder;
import io.quarkus.vertx.http.runtime.filters.Filters;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.util.regex.Pattern;
import org.keycloak.quarkus.runtime.configuration.Configuration;

/**
 * Lifts Quarkus' limit on request bodies (10 MB by default) for imports and for the keys of exports only, so that an
 * upload of any size works without a setting: both are read as streams, with constant memory use.
 *
 * <p>Quarkus refuses a larger Content-Length in an early route, and notes the limit for a body without one. So the
 * length is moved to one of Keylift's headers before that route, and the note is replaced after it.
 */
@ApplicationScoped
public class UploadLimit {

    /** Header that carries an import's Content-Length to the resource; never taken from the client. */
    static final String LENGTH_HEADER = "X-Keylift-Content-Length";

    private static final Pattern IMPORT =
            imports(Configuration.getOptionalKcValue("http-relative-path").orElse("/"));

    /** Filters are routes of order -priority; Quarkus' route of the limit has order -2. */
    private static final int BEFORE_LIMIT = 1000;

    private static final int BEHIND_LIMIT = 1;

    private final Guard guard = new Guard("imports without a limit of their size");

    void register(@Observes Filters filters) {
        filters.register(new SafeFilter(guard, UploadLimit::isImport, UploadLimit::hideLength), BEFORE_LIMIT);
        filters.register(new SafeFilter(guard, UploadLimit::isImport, UploadLimit::liftLimit), BEHIND_LIMIT);
    }

    private static void hideLength(RoutingContext request) {
        var headers = request.request().headers();
        headers.remove(LENGTH_HEADER);
        String length = headers.get(HttpHeaders.CONTENT_LENGTH);
        if (length != null) {
            headers.remove(HttpHeaders.CONTENT_LENGTH);
            headers.set(LENGTH_HEADER, length);
        }
    }

    private static void liftLimit(RoutingContext request) {
        request.put(VertxHttpRecorder.MAX_REQUEST_SIZE_KEY, Long.MAX_VALUE);
    }

    /** Paths of imports and exports on a server with this relative path. */
    static Pattern imports(String relativePath) {
        String root = relativePath.endsWith("/") ? relativePath : relativePath + "/";
        return Pattern.compile(Pattern.quote(root) + "admin/realms/[^/]+/bulk-(?:import/?|(?:import|export)/[^/]+)");
    }

    static boolean isImport(RoutingContext request) {
        return request.request().method() == HttpMethod.POST
                && IMPORT.matcher(request.normalizedPath()).matches();
    }
}
