// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.recent;

import io.keylift.metrics.request.RequestBreakdown;
import java.util.Objects;

/**
 * @param uri path template, or a constant if there is none
 * @param method HTTP method
 * @param grantType grant type of token requests, or {@code null}
 */
public record EndpointName(String uri, String method, String grantType) {

    /** Name of all endpoints beyond the limit. */
    public static final EndpointName OTHER = new EndpointName("other", "other", null);

    public static EndpointName of(RequestBreakdown request) {
        return new EndpointName(request.uri(), request.method(), request.grantType());
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof EndpointName name
                && uri.equals(name.uri)
                && method.equals(name.method)
                && Objects.equals(grantType, name.grantType);
    }

    @Override
    public int hashCode() {
        return 31 * (31 * uri.hashCode() + method.hashCode()) + Objects.hashCode(grantType);
    }
}
