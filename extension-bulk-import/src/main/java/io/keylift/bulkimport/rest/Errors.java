// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.rest;

import io.keylift.bulkimport.place.Place;
import io.keylift.bulkimport.place.Places;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.Response.Status;
import org.keycloak.representations.idm.ErrorRepresentation;
import org.keycloak.services.ErrorResponse;
import org.keycloak.services.ErrorResponseException;

/** Errors before the first byte of a response, in the format of Keycloak's Admin API. */
public final class Errors {

    private Errors() {}

    public static ErrorResponseException badRequest(String message) {
        return ErrorResponse.error(message, Status.BAD_REQUEST);
    }

    /** @param code stable code; in {@code params} of the response */
    static ErrorResponseException badRequest(String message, String code) {
        return ErrorResponse.error(message, new Object[] {code}, Status.BAD_REQUEST);
    }

    public static ErrorResponseException forbidden(String message) {
        return ErrorResponse.error(message, Status.FORBIDDEN);
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

    public static ErrorResponseException notAcceptable(String message) {
        return ErrorResponse.error(message, Status.NOT_ACCEPTABLE);
    }

    /** @param code stable code; in {@code params} of the response */
    public static ErrorResponseException notImplemented(String message, String code) {
        return ErrorResponse.error(message, new Object[] {code}, Status.NOT_IMPLEMENTED);
    }

    /** Status 507 of RFC 4918. The code is in {@code params} of the response. */
    static ErrorResponseException insufficientStorage(String message, String code) {
        ErrorRepresentation error = new ErrorRepresentation();
        error.setErrorMessage(message);
        error.setParams(new Object[] {code});
        return new ErrorResponseException(Response.status(507, "Insufficient Storage")
                .type(MediaType.APPLICATION_JSON_TYPE)
                .entity(error)
                .build());
    }

    /** @param code stable code; in {@code params} of the response */
    static ErrorResponseException tooLarge(String message, String code) {
        return ErrorResponse.error(message, new Object[] {code}, Status.REQUEST_ENTITY_TOO_LARGE);
    }

    /**
     * The place that a request has taken.
     *
     * @throws ErrorResponseException with status 429 and the time to wait if it is {@code null}
     */
    static Place requirePlace(Place place, String message) {
        if (place == null) {
            ErrorRepresentation error = new ErrorRepresentation();
            error.setErrorMessage(message);
            throw new ErrorResponseException(Response.status(Status.TOO_MANY_REQUESTS)
                    .header(HttpHeaders.RETRY_AFTER, Places.RETRY_AFTER.toSeconds())
                    .type(MediaType.APPLICATION_JSON_TYPE)
                    .entity(error)
                    .build());
        }
        return place;
    }
}
