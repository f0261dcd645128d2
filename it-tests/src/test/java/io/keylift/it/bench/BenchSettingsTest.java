// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;

@ResourceLock(Resources.SYSTEM_PROPERTIES)
class BenchSettingsTest {

    private final Map<String, String> before = new HashMap<>();

    @AfterEach
    void restore() {
        before.forEach((name, value) -> {
            if (value == null) {
                System.clearProperty(name);
            } else {
                System.setProperty(name, value);
            }
        });
    }

    @Test
    void withoutPartsTheRunIsTheUsualOne() {
        BenchSettings settings = BenchSettings.fromSystemProperties();

        assertThat(settings.parts()).isEqualTo(Part.USUAL);
        assertThat(settings.workloads()).containsExactly(Workload.values());
        assertThat(settings.scale()).isPositive();
        assertThat(settings.decisions()).isTrue();
        assertThat(settings.metrics()).isTrue();
        assertThat(settings.grants()).doesNotContain(Grant.USERINFO);
    }

    @Test
    void aPartIsMeasuredAlone() {
        set("parts", "sign-ins");

        BenchSettings settings = BenchSettings.fromSystemProperties();

        assertThat(settings.parts()).containsExactly(Part.SIGN_INS);
        assertThat(settings.measuresImports()).isFalse();
        assertThat(settings.metrics() || settings.profile() || settings.statements())
                .isFalse();
    }

    @Test
    void assignmentsAreMeasuredWithoutDecisions() {
        set("capabilities", "assignments");

        BenchSettings settings = BenchSettings.fromSystemProperties();

        assertThat(settings.capabilities()).isTrue();
        assertThat(settings.decisions()).isFalse();
    }

    @Test
    void operationsComeInTheirOrder() {
        set("operations", "verify,import");

        assertThat(BenchSettings.fromSystemProperties().operations())
                .containsExactly(Operation.IMPORT, Operation.VERIFY);
    }

    @Test
    void noJobIsUndoneThatWasNotDone() {
        set("operations", "import,undo-of-merge");

        assertThatThrownBy(BenchSettings::fromSystemProperties).hasMessageContaining("an undo without its job");
    }

    private void set(String name, String value) {
        before.put("bench." + name, System.getProperty("bench." + name));
        System.setProperty("bench." + name, value);
    }
}
