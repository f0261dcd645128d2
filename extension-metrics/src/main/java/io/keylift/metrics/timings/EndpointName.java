// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.timings;

/**
 * @param uri path template, or a constant where there is none
 * @param method HTTP method
 */
record EndpointName(String uri, String method) {

    /** All beyond the limit. */
    static final EndpointName OTHER = new EndpointName("other", "other");
}
