// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.rest;

import io.keylift.bulkimport.place.Place;
import io.keylift.bulkimport.place.SlowClientException;
import jakarta.ws.rs.ClientErrorException;
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

    /** The content of an answer. */
    @FunctionalInterface
    interface Body {
        void writeTo(OutputStream out) throws IOException;
    }

    static Response.ResponseBuilder of(String mediaType, Body body) {
        StreamingOutput output = out -> write(body, out);
        return Response.ok(output, mediaType)
                // Proxies such as nginx must not buffer the first lines.
                .header("X-Accel-Buffering", "no");
    }

    /** An answer that takes up a place until it is written. */
    static Response.ResponseBuilder of(String mediaType, Place place, Body body) {
        return of(mediaType, out -> {
            try {
                body.writeTo(place.writing(out));
            } finally {
                place.release();
            }
        });
    }

    /**
     * Writes the whole answer.
     *
     * @throws ClientErrorException if the client ends the connection or reads too slowly. The server logs any other
     *     exception as an error of its own
     */
    static void write(Body body, OutputStream out) throws IOException {
        ClientConnection connection = new ClientConnection(out);
        try {
            body.writeTo(connection);
            // Sends the rest. An exception of the server, which closes it later, could not be caught.
            connection.close();
        } catch (IOException | RuntimeException e) {
            if (connection.isBroken() || e instanceof SlowClientException) {
                throw new ClientErrorException(Response.Status.REQUEST_TIMEOUT, e);
            }
            throw e;
        }
    }
}
