// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bench;

import io.keylift.it.server.EmbeddedDatabase;
import io.keylift.it.server.KeycloakServer;
import io.keylift.it.server.ServerSettings;
import java.net.URI;

/**
 * Servers with different options of our JAR for statements. A server with tracing is compared with one that traces
 * without these options.
 */
enum StatementOptions {
    NONE("none", false, false),
    ROWS("none", true, false),
    ROUTE("route", false, false),
    NONE_TRACED("none", false, true),
    ROUTE_AND_TRACE("route-and-trace", false, true);

    private static final String OPTION = "spi-events-listener--keylift-metrics--statement-";

    private final String comments;
    private final boolean countsRows;
    private final boolean isTraced;

    StatementOptions(String comments, boolean countsRows, boolean isTraced) {
        this.comments = comments;
        this.countsRows = countsRows;
        this.isTraced = isTraced;
    }

    /** The server without options. */
    StatementOptions without() {
        return isTraced ? NONE_TRACED : NONE;
    }

    /** Name in tables. */
    String label() {
        return (countsRows ? "rows counted" : comments) + (isTraced ? ", every request traced" : "");
    }

    /**
     * A server that is not started yet.
     *
     * @param sink where spans go
     */
    KeycloakServer server(EmbeddedDatabase database, String name, URI sink) {
        ServerSettings settings = Instrumentation.KEYLIFT_METRICS
                .settings(database, name, sink)
                .option(OPTION + "comments", comments)
                .option(OPTION + "rows", "" + countsRows);
        if (isTraced) {
            settings.tracing(sink).buildOption("tracing-sampler-type", "always_on");
        }
        return settings.prepare();
    }
}
