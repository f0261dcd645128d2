// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keylift.it.bench.Instrumentation;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LoadSettingsTest {

    @AfterEach
    void forget() {
        System.getProperties().keySet().removeIf(name -> name.toString().startsWith("load."));
    }

    @Test
    void everythingIsMeasuredByDefault() {
        LoadSettings settings = LoadSettings.fromSystemProperties();

        assertThat(settings.servers()).containsExactly(Instrumentation.values());
        assertThat(settings.services()).containsExactly(Service.values());
        assertThat(settings.users()).isEqualTo(100_000);
        assertThat(settings.sessions()).containsExactly(5_000, 10_000, 20_000);
        assertThat(settings.ramps()).isEqualTo(3 * 4 * 6);
    }

    @Test
    void namesAreThoseOfTheDocumentation() {
        System.setProperty("load.servers", "keylift-metrics, plain");
        System.setProperty("load.services", "sign-in-and-out");
        System.setProperty("load.sessions", "none");

        LoadSettings settings = LoadSettings.fromSystemProperties();

        assertThat(settings.servers()).containsExactly(Instrumentation.KEYLIFT_METRICS, Instrumentation.PLAIN);
        assertThat(settings.services()).containsExactly(Service.SIGN_IN_AND_OUT);
        assertThat(settings.sessions()).isEmpty();
    }

    @Test
    void valuesThatMakeNoLoadTestAreRefused() {
        refuse("growth", "1", "load.growth must be greater than 1");
        refuse("users", "0", "load.users must be at least 1");
        refuse("errors", "-1", "load.errors must not be negative");
        refuse("sessions", "5000", "load.sessions must be none, or at least two numbers from 1 on");
        refuse("services", "sign-up", "There is no sign-up in load.services");
    }

    private void refuse(String name, String value, String message) {
        System.setProperty("load." + name, value);
        assertThatThrownBy(LoadSettings::fromSystemProperties).hasMessageStartingWith(message);
        forget();
    }
}
