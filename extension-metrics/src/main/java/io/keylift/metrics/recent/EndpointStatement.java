// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.recent;

import io.keylift.metrics.request.Statement;

/** A statement of the requests to one endpoint. */
public record EndpointStatement(EndpointName endpoint, Statement statement) {

    /** All statements beyond the limit. */
    public static final EndpointStatement OTHER = new EndpointStatement(EndpointName.OTHER, Statement.OTHER);

    @Override
    public boolean equals(Object other) {
        return other instanceof EndpointStatement one && statement == one.statement && endpoint.equals(one.endpoint);
    }

    @Override
    public int hashCode() {
        return 31 * endpoint.hashCode() + statement.hashCode();
    }
}
