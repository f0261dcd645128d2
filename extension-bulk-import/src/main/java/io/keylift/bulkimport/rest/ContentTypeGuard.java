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
 * Turns a Content-Type that is no media type into one that an import refuses: Keycloak reads it again when it answers,
 * whatever the answer is, and would make a 500 of it.
 */
@ApplicationScoped
public class ContentTypeGuard {

    /** Anywhere before the resource will do. */
    private static final int PRIORITY = 1;

    void register(@Observes Filters filters) {
        filters.register(this::guard, PRIORITY);
    }

    private void guard(RoutingContext request) {
        String type = request.request().getHeader(HttpHeaders.CONTENT_TYPE);
        if (type != null && UploadLimit.isImport(request) && !isMediaType(type)) {
            request.request().headers().set(HttpHeaders.CONTENT_TYPE, MediaType.APPLICATION_OCTET_STREAM);
        }
        request.next();
    }

    private static boolean isMediaType(String type) {
        try {
            return MediaType.valueOf(type) != null;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }
}
