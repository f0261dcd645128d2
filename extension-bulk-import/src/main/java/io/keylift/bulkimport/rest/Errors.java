// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.rest;

import jakarta.ws.rs.core.Response.Status;
import org.keycloak.services.ErrorResponse;
import org.keycloak.services.ErrorResponseException;

/** Errors before the first byte of an answer, as Keycloak's Admin API words them. */
public final class Errors {

    private Errors() {}

    public static ErrorResponseException badRequest(String message) {
        return ErrorResponse.error(message, Status.BAD_REQUEST);
    }

    public static ErrorResponseException notFound(String message) {
        return ErrorResponse.error(message, Status.NOT_FOUND);
    }

    public static ErrorResponseException conflict(String message) {
        return ErrorResponse.error(message, Status.CONFLICT);
    }

    public static ErrorResponseException unsupportedMediaType(String message) {
        return ErrorResponse.error(message, Status.UNSUPPORTED_MEDIA_TYPE);
    }

    /** @param code stable; the answer has it in {@code params} */
    public static ErrorResponseException notImplemented(String message, String code) {
        return ErrorResponse.error(message, new Object[] {code}, Status.NOT_IMPLEMENTED);
    }

    public static ErrorResponseException tooManyRequests(String message) {
        return ErrorResponse.error(message, Status.TOO_MANY_REQUESTS);
    }
}
