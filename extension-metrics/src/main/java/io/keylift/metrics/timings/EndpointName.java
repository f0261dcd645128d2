// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.timings;

/**
 * @param uri path template, or a constant if there is none
 * @param method HTTP method
 */
record EndpointName(String uri, String method) {

    /** Name of all endpoints beyond the limit. */
    static final EndpointName OTHER = new EndpointName("other", "other");

    @Override
    public boolean equals(Object other) {
        return other instanceof EndpointName name && uri.equals(name.uri) && method.equals(name.method);
    }

    @Override
    public int hashCode() {
        return 31 * uri.hashCode() + method.hashCode();
    }
}
