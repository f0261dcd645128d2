// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.client.http;

import java.net.URI;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A request. Its texts never show the headers, which have the token.
 *
 * @param body {@code null} for none
 */
public record Request(String method, URI uri, Map<String, String> headers, Body body) {

    public static Request get(URI uri) {
        return new Request("GET", uri, Map.of(), null);
    }

    public static Request post(URI uri, String contentType, Body body) {
        return new Request("POST", uri, Map.of("Content-Type", contentType), body);
    }

    /** A copy with another header. */
    public Request with(String header, String value) {
        Map<String, String> all = new LinkedHashMap<>(headers);
        all.put(header, value);
        return new Request(method, uri, all, body);
    }

    @Override
    public String toString() {
        return method + " " + uri.getRawPath();
    }
}
