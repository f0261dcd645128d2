// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.rest;

import io.keylift.bulkimport.place.Place;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.StreamingOutput;
import java.io.IOException;
import java.io.OutputStream;

/**
 * The only answers that are written while their client reads. Keycloak keeps the session of the request until the last
 * byte: its transaction must have ended before, or the client would decide how long it holds a connection.
 */
final class StreamedAnswer {

    private StreamedAnswer() {}

    /** What an answer has. */
    @FunctionalInterface
    interface Body {
        void writeTo(OutputStream out) throws IOException;
    }

    static Response.ResponseBuilder of(String mediaType, Body body) {
        StreamingOutput output = body::writeTo;
        return Response.ok(output, mediaType)
                // Proxies such as nginx must not buffer what is there.
                .header("X-Accel-Buffering", "no");
    }

    /** The same for an answer that takes up a place until it is written. */
    static Response.ResponseBuilder of(String mediaType, Place place, Body body) {
        return of(mediaType, out -> {
            try {
                body.writeTo(place.writing(out));
            } finally {
                place.release();
            }
        });
    }
}
