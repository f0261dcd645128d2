// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.rest;

import io.quarkus.vertx.http.runtime.filters.Filters;
import io.vertx.core.http.HttpHeaders;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import jakarta.ws.rs.core.MediaType;

/**
 * Replaces a malformed Content-Type by one that an import refuses. Keycloak parses the header again for each response,
 * and would answer with status 500.
 */
@ApplicationScoped
public class ContentTypeGuard {

    /** Any position before the resource works. */
    private static final int PRIORITY = 1;

    void register(@Observes Filters filters) {
        filters.register(new SafeFilter(UploadLimit::isImport, ContentTypeGuard::guard), PRIORITY);
    }

    private static void guard(RoutingContext request) {
        String type = request.request().getHeader(HttpHeaders.CONTENT_TYPE);
        if (type != null && !isMediaType(type)) {
            request.request().headers().set(HttpHeaders.CONTENT_TYPE, MediaType.APPLICATION_OCTET_STREAM);
        }
    }

    private static boolean isMediaType(String type) {
        try {
            return MediaType.valueOf(type) != null;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }
}
