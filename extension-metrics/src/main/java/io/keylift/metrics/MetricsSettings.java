// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics;

import io.keylift.metrics.observer.StatementComments;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.keycloak.Config;
import org.keycloak.provider.ProviderConfigProperty;
import org.keycloak.provider.ProviderConfigurationBuilder;

/**
 * The options of the extension with their effective values; those of observers are theirs.
 *
 * @param comments comments of statements
 * @param countsRows whether the rows of statements are counted
 * @param timesSteps whether steps of authentication flows are timed
 */
public record MetricsSettings(StatementComments comments, boolean countsRows, boolean timesSteps) {

    /** Id of the event listener that has the options. */
    static final String ID = "keylift-metrics";

    private static final String COMMENTS = "statement-comments";
    private static final String ROWS = "statement-rows";
    private static final String STEPS = "authentication-steps";

    /** Reads the options of this server, for code that runs before its providers start. */
    public static MetricsSettings ofServer() {
        return of(Config.scope("eventsListener", ID)::get);
    }

    /**
     * Reads the options.
     *
     * @param given returns the value of an option, or {@code null}
     * @throws IllegalArgumentException if a value is not allowed
     */
    static MetricsSettings of(UnaryOperator<String> given) {
        return new MetricsSettings(
                StatementComments.of(oneOf(given, COMMENTS, StatementComments.labels()))
                        .orElseThrow(),
                isOn(given, ROWS),
                isOn(given, STEPS));
    }

    private static boolean isOn(UnaryOperator<String> given, String option) {
        return oneOf(given, option, List.of("false", "true")).equals("true");
    }

    /** @param values the values of the option, the default first */
    private static String oneOf(UnaryOperator<String> given, String option, List<String> values) {
        String value = given.apply(option);
        if (value != null && !values.contains(value)) {
            throw new IllegalArgumentException("Option --spi-events-listener--keylift-metrics--" + option
                    + " must be one of " + String.join(", ", values) + ", not \"" + value + "\"");
        }
        return value == null ? values.get(0) : value;
    }

    /** Effective values for the Server Info page. */
    Map<String, String> describe() {
        Map<String, String> values = new LinkedHashMap<>();
        values.put(COMMENTS, comments.label());
        values.put(ROWS, String.valueOf(countsRows));
        values.put(STEPS, String.valueOf(timesSteps));
        return values;
    }

    static List<ProviderConfigProperty> metadata() {
        return ProviderConfigurationBuilder.create()
                .property()
                .name(COMMENTS)
                .type(ProviderConfigProperty.LIST_TYPE)
                .options(StatementComments.labels())
                .defaultValue(StatementComments.NONE.label())
                .helpText("What statements say in a comment about their request. With route, it is the path template of"
                        + " the endpoint. With route-and-trace, it is also the trace if that is sampled: the database"
                        + " parses and plans each of these statements anew.")
                .add()
                .property()
                .name(ROWS)
                .type(ProviderConfigProperty.BOOLEAN_TYPE)
                .defaultValue(false)
                .helpText("Counts the rows that statements return or change. Each connection, statement and result is"
                        + " wrapped.")
                .add()
                .property()
                .name(STEPS)
                .type(ProviderConfigProperty.BOOLEAN_TYPE)
                .defaultValue(false)
                .helpText("Times the steps of authentication flows. Each authenticator is wrapped: one that other code"
                        + " casts to its class no longer works.")
                .add()
                .build();
    }
}
