// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bench.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keylift.bench.Instrumentation;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LoadSettingsTest {

    @AfterEach
    void forget() {
        System.getProperties().keySet().removeIf(name -> name.toString().startsWith("load."));
    }

    @Test
    void everythingIsMeasuredByDefault() {
        LoadSettings settings = LoadOptions.fromSystemProperties().settings();

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

        LoadSettings settings = LoadOptions.fromSystemProperties().settings();

        assertThat(settings.servers()).containsExactly(Instrumentation.KEYLIFT_METRICS, Instrumentation.PLAIN);
        assertThat(settings.services()).containsExactly(Service.SIGN_IN_AND_OUT);
        assertThat(settings.sessions()).isEmpty();
    }

    @Test
    void valuesThatMakeNoLoadTestAreRefused() {
        refuse("growth", "1", "load.growth must be greater than 1");
        refuse("users", "0", "load.users must be a whole number, at least 1, not 0");
        refuse("errors", "-1", "load.errors must be a number that is not negative, not -1");
        refuse("sessions", "5000", "load.sessions must be none, or at least two numbers");
        refuse("services", "sign-up", "load.services must be one or more of sign-in, ");
        refuse("minutes", "long", "load.minutes must be a number, not long");
        refuse("nodeloss", "true", "There is no option load.nodeloss: the options are load.buildStart, load.clients, ");
    }

    private void refuse(String name, String value, String message) {
        System.setProperty("load." + name, value);
        assertThatThrownBy(LoadOptions::fromSystemProperties).hasMessageStartingWith(message);
        forget();
    }
}
