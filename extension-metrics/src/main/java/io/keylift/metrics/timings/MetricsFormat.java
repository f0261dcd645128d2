// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.timings;

import io.vertx.core.http.HttpHeaders;
import io.vertx.ext.web.MIMEHeader;
import io.vertx.ext.web.RoutingContext;
import java.util.Comparator;
import java.util.Optional;

/**
 * The metrics format that a scraper prefers. The server's own handler answers in Prometheus' text format if the scraper
 * accepts that at all, as Prometheus does; that format has no exemplars.
 *
 * <p>Prometheus gives each format a weight below 1 since 2.49, and none to its preferred format before. Those versions
 * keep the text format: 2.42 and older reject a page with the exemplars that Micrometer adds to counts.
 */
final class MetricsFormat {

    private static final String OPEN_METRICS = "application/openmetrics-text";

    private MetricsFormat() {}

    /** Makes the handler answer in OpenMetrics if the scraper prefers that format, with a weight below 1. */
    static void choose(RoutingContext request) {
        if (preferred(request).filter(MetricsFormat::hasExemplars).isPresent()) {
            request.request().headers().set(HttpHeaders.ACCEPT, OPEN_METRICS);
        }
    }

    private static boolean hasExemplars(Accepted format) {
        return format.type().equals(OPEN_METRICS) && format.weight() < 1;
    }

    private static Optional<Accepted> preferred(RoutingContext request) {
        return request.parsedHeaders().accept().stream()
                .filter(format -> format.weight() > 0)
                .map(format -> new Accepted(type(format), format.weight()))
                .filter(format -> format.type().equals(OPEN_METRICS)
                        || format.type().equals("text/plain")
                        || format.type().equals("text/html"))
                .max(Comparator.comparingDouble(Accepted::weight)
                        .thenComparing(format -> format.type().equals(OPEN_METRICS)));
    }

    private static String type(MIMEHeader format) {
        return format.component() + '/' + format.subComponent();
    }

    private record Accepted(String type, float weight) {}
}
