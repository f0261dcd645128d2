// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.capability.rest;

import jakarta.ws.rs.core.Response.Status;
import java.util.List;
import org.keycloak.representations.idm.ErrorRepresentation;
import org.keycloak.services.ErrorResponse;
import org.keycloak.services.ErrorResponseException;

/**
 * An error of a request. In Keycloak's {@link ErrorRepresentation}, {@code field} is the JSON pointer to the value, and
 * the first of {@code params} is the stable code.
 */
record ApiError(String code, String pointer, String message) {

    static final int MAX_SHOWN = 100;

    ErrorResponseException as(Status status) {
        return all(List.of(this), status);
    }

    ErrorResponseException badRequest() {
        return as(Status.BAD_REQUEST);
    }

    /** All errors of a request, at most {@value #MAX_SHOWN}. */
    static ErrorResponseException all(List<ApiError> faults, Status status) {
        return ErrorResponse.errors(
                faults.stream().limit(MAX_SHOWN).map(ApiError::representation).toList(), status);
    }

    private ErrorRepresentation representation() {
        ErrorRepresentation error = new ErrorRepresentation();
        error.setField(pointer);
        error.setErrorMessage(message);
        error.setParams(new Object[] {code});
        return error;
    }
}
