// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.timings;

import io.vertx.core.http.HttpHeaders;
import io.vertx.ext.web.MIMEHeader;
import io.vertx.ext.web.RoutingContext;
import java.util.Comparator;
import java.util.Optional;

/**
 * Chooses the metrics format that a scraper prefers. The server's own handler answers in Prometheus' text format if the
 * scraper accepts that at all, as Prometheus does; that format has no exemplars.
 */
final class MetricsFormat {

    private MetricsFormat() {}

    /** Makes the handler answer in OpenMetrics, unless the scraper prefers another format of the handler. */
    static void choose(RoutingContext request) {
        if (liked(request).equals(Optional.of(OpenMetrics.TYPE))) {
            request.request().headers().set(HttpHeaders.ACCEPT, OpenMetrics.TYPE);
        }
    }

    private static Optional<String> liked(RoutingContext request) {
        return request.parsedHeaders().accept().stream()
                .filter(format -> format.weight() > 0)
                .map(format -> new Liked(type(format), format.weight()))
                .filter(format -> format.type().equals(OpenMetrics.TYPE)
                        || format.type().equals("text/plain")
                        || format.type().equals("text/html"))
                .max(Comparator.comparingDouble(Liked::weight)
                        .thenComparing(format -> format.type().equals(OpenMetrics.TYPE)))
                .map(Liked::type);
    }

    private static String type(MIMEHeader format) {
        return format.component() + '/' + format.subComponent();
    }

    private record Liked(String type, float weight) {}
}
