// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.metrics;

import io.keylift.it.imports.support.MetricsPage.Sample;
import io.keylift.it.observability.PrometheusConfiguration;
import io.keylift.it.server.Workspace;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Map;
import java.util.stream.Collectors;

/** The shipped alert for endpoints that have grown since the version before. */
final class GrowthAlert {

    static final String METER = "keycloak_request_growth";

    private GrowthAlert() {}

    /**
     * Whether the alert fires if Prometheus sees this for half an hour, and no sooner than it should: 0 and a line feed
     * if it is so.
     */
    static String fires(Sample sample) throws IOException, InterruptedException {
        Path directory = Workspace.directory("history-alert");
        Path rules = PrometheusConfiguration.rules();
        Files.copy(rules, directory.resolve(rules.getFileName()), StandardCopyOption.REPLACE_EXISTING);
        Map<String, String> tags = sample.tags();
        Files.writeString(directory.resolve("history.test.yml"), """
                rule_files: [%1$s]
                evaluation_interval: 1m
                tests:
                  - interval: 1m
                    input_series:
                %2$s
                    alert_rule_test:
                      - eval_time: 9m
                        alertname: KeycloakRequestGrew
                      - eval_time: 30m
                        alertname: KeycloakRequestGrew
                        exp_alerts:
                          - exp_labels:
                              severity: warning
                              uri: "%3$s"
                              method: %4$s
                              grant_type: %5$s
                              figure: %6$s
                            exp_annotations:
                              summary: "%4$s %3$s has %7$s times the %6$s of the version before"
                              description: "The figure %6$s of %4$s %3$s (grant type %5$s) is %7$s times that of the \
                version that ran before. See request-timings?compare=version for all endpoints, and \
                request-timings/statements for the statements."
                              runbook: docs/dashboards-and-alerts.md#prometheus-rules
                """.formatted(
                        rules.getFileName(),
                        series(sample),
                        tags.get("uri"),
                        tags.get("method"),
                        tags.get("grant_type"),
                        tags.get("figure"),
                        significant(sample.value())));
        return Prometheus.promtool(directory, "test", "rules", "history.test.yml");
    }

    /** A number in the format of Prometheus for humans. */
    private static String significant(double value) {
        return new BigDecimal(value)
                .round(new MathContext(4))
                .stripTrailingZeros()
                .toPlainString();
    }

    private static String series(Sample sample) {
        return "      - series: '" + METER + "{instance=\"kc\", "
                + sample.tags().entrySet().stream()
                        .map(tag -> tag.getKey() + "=\"" + tag.getValue() + "\"")
                        .collect(Collectors.joining(", "))
                + "}'\n        values: " + sample.value() + "x30\n";
    }
}
