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

/**
 * Replaces a Content-Type that is malformed or multipart by one that our calls refuse. Keycloak parses the header
 * again for each response, the server parses a multipart body before the call, and both would answer with status 500.
 */
@ApplicationScoped
public class ContentTypeGuard {

    private static final String MULTIPART = "multipart/";

    /** Any position before the resource works. */
    private static final int PRIORITY = 1;

    private final Guard guard = new Guard("refusal of bad content types");

    void register(@Observes Filters filters) {
        filters.register(new SafeFilter(guard, UnstorableAddress::isOurs, ContentTypeGuard::guard), PRIORITY);
    }

    private static void guard(RoutingContext request) {
        String type = request.request().getHeader(HttpHeaders.CONTENT_TYPE);
        if (type != null && (isMultipart(type) || !isMediaType(type))) {
            request.request().headers().set(HttpHeaders.CONTENT_TYPE, MediaType.APPLICATION_OCTET_STREAM);
        }
    }

    private static boolean isMultipart(String type) {
        return type.regionMatches(true, 0, MULTIPART, 0, MULTIPART.length());
    }

    private static boolean isMediaType(String type) {
        try {
            return MediaType.valueOf(type) != null;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }
}
