// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.bench;

import io.keylift.it.server.EmbeddedDatabase;
import io.keylift.it.server.KeycloakServer;
import io.keylift.it.server.ServerSettings;
import java.net.URI;

/**
 * Servers that differ in the comments of their statements. A server that traces is compared with one that traces
 * without comments.
 */
enum Comments {
    NONE("none", false),
    ROUTE("route", false),
    NONE_TRACED("none", true),
    ROUTE_AND_TRACE("route-and-trace", true);

    private static final String OPTION = "spi-events-listener--keylift-metrics--statement-comments";

    private final String option;
    private final boolean isTraced;

    Comments(String option, boolean isTraced) {
        this.option = option;
        this.isTraced = isTraced;
    }

    /** The server without comments. */
    Comments without() {
        return isTraced ? NONE_TRACED : NONE;
    }

    /** Its name in tables. */
    String label() {
        return option + (isTraced ? ", every request traced" : "");
    }

    /**
     * A server that has not been started.
     *
     * @param sink where spans go
     */
    KeycloakServer server(EmbeddedDatabase database, String name, URI sink) {
        ServerSettings settings =
                Instrumentation.KEYLIFT_METRICS.settings(database, name, sink).option(OPTION, option);
        if (isTraced) {
            settings.tracing(sink).buildOption("tracing-sampler-type", "always_on");
        }
        return settings.prepare();
    }
}
