// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.observer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.keycloak.provider.ProviderConfigProperty;

class ObserverOptionsTest {

    @Test
    void whatIsDocumentedIsWhatIsEffective() {
        MicrometerSettings settings = MicrometerSettings.of(options(Map.of()));

        assertThat(MicrometerSettings.metadata())
                .isNotEmpty()
                .allSatisfy(option -> assertThat(settings.describe())
                        .containsEntry(option.getName(), String.valueOf(option.getDefaultValue())));
        assertThat(MicrometerSettings.metadata().stream().map(ProviderConfigProperty::getName))
                .containsExactlyElementsOf(settings.describe().keySet());
    }

    @Test
    void aValueThatMakesNoSenseIsRefusedByName() {
        assertThatThrownBy(() -> MicrometerSettings.of(options(Map.of("realm-tag", "yes"))))
                .hasMessage("Option --spi-keylift-request-observer--micrometer--realm-tag must be true or false, not"
                        + " \"yes\"");
        assertThatThrownBy(() -> MicrometerSettings.of(options(Map.of("max-realms", "0"))))
                .hasMessage(
                        "Option --spi-keylift-request-observer--micrometer--max-realms must be a whole number from 1"
                                + " to 10000,"
                                + " not \"0\"");
    }

    private static ObserverOptions options(Map<String, String> given) {
        return new ObserverOptions("micrometer", given::get);
    }
}
