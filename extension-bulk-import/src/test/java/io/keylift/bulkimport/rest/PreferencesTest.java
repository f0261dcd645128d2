// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.rest;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PreferencesTest {

    @ParameterizedTest
    @ValueSource(strings = {"respond-async", "Respond-Async", "respond-async, wait=10", "wait=10,respond-async;x=y"})
    void heedsRespondAsync(String header) {
        assertThat(Preferences.respondAsync(List.of(header))).isTrue();
        assertThat(Preferences.respondAsync(List.of("handling=strict", header))).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "wait=10", "return=minimal", "respond-asynchronously", "x=respond-async"})
    void passesOverTheRest(String header) {
        assertThat(Preferences.respondAsync(List.of(header))).isFalse();
    }

    @Test
    void needsNoHeader() {
        assertThat(Preferences.respondAsync(null)).isFalse();
        assertThat(Preferences.respondAsync(List.of())).isFalse();
    }
}
