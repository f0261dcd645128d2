// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keylift.metrics.observer.StatementComments;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class MetricsSettingsTest {

    @Test
    void theDocumentedDefaultsAreTheEffectiveOnes() {
        assertThat(MetricsSettings.metadata().stream()
                        .collect(Collectors.toMap(
                                option -> option.getName(), option -> String.valueOf(option.getDefaultValue()))))
                .isEqualTo(MetricsSettings.of(name -> null).describe());
    }

    @Test
    void optionsAreRead() {
        Map<String, String> given =
                Map.of("statement-comments", "route", "statement-rows", "true", "authentication-steps", "false");

        assertThat(MetricsSettings.of(given::get)).isEqualTo(new MetricsSettings(StatementComments.ROUTE, true, false));
    }

    @Test
    void anUnknownValueIsRefusedByName() {
        assertThatThrownBy(() -> MetricsSettings.of(Map.of("authentication-steps", "yes")::get))
                .hasMessage("Option --spi-events-listener--keylift-metrics--authentication-steps must be one of false,"
                        + " true, not \"yes\"");
    }
}
