// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

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
    void anUndoComesAfterItsJobAndBeforeTheLastRemoval() {
        set("operations", "removal,undo-of-removal,removal-with-undo,undo-of-import,import-with-undo,export,import");

        assertThat(BenchSettings.fromSystemProperties().operations())
                .containsExactly(
                        Operation.IMPORT,
                        Operation.EXPORT,
                        Operation.IMPORT_WITH_UNDO,
                        Operation.UNDO_OF_IMPORT,
                        Operation.REMOVAL_WITH_UNDO,
                        Operation.UNDO_OF_REMOVAL,
                        Operation.REMOVAL);
    }

    @Test
    void theOperationsOfAKindAreThoseThatAreChosenAndPossible() {
        set("operations", "removal,import,mirror,verify");

        BenchSettings settings = BenchSettings.fromSystemProperties();

        assertThat(settings.operationsAmong(ObjectKind.OPERATIONS))
                .containsExactly(Operation.IMPORT, Operation.VERIFY, Operation.REMOVAL);
        assertThat(settings.operationsAfar()).isEqualTo(settings.operations());
    }

    @Test
    void withoutAChoiceAFewOperationsAreMeasuredAfar() {
        assertThat(BenchSettings.fromSystemProperties().operationsAfar()).isEqualTo(Operation.AFAR);
    }

    @Test
    void numbersOfConnectionsAreSeparatedByCommas() {
        set("connections", "2, 8");

        assertThat(BenchSettings.fromSystemProperties().connections()).containsExactly(2, 8);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "undo-of-merge",
                "undo-of-overwrite",
                "undo-of-merge-assignments",
                "undo-of-import",
                "undo-of-removal"
            })
    void noJobIsUndoneThatWasNotDone(String undo) {
        set("operations", "import," + undo);

        assertThatThrownBy(BenchSettings::fromSystemProperties).hasMessageContaining("an undo without its job");
    }

    @Test
    void noUserIsRemovedTwice() {
        set("operations", "import,removal-with-undo,removal");

        assertThatThrownBy(BenchSettings::fromSystemProperties).hasMessageContaining("must have undo-of-removal");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            workloads   | persons | bench.workloads must be one or more of minimal-users, whole-persons, organizations, departments, memberships, not persons
            parts       | sign-in | bench.parts must be one or more of workloads, capabilities, scale, metrics, operations, distance, nodes, sign-ins, kinds, mariadb, small-requests, client, not sign-in
            users       | many    | bench.users must be a whole number, at least 1, not many
            connections | 4,0     | bench.connections must be a whole number, at least 1, not 0
            metrics     | yes     | bench.metrics must be one of true, false, cost, profile, statements, not yes
            kinds       | users   | bench.kinds must be one or more of organizations, departments, groups, roles, role-mappings, organization-members, not users
            servers     | javaagent | bench.servers must have plain, which the others are compared with
            """)
    void anOptionThatCannotBeIsNamedWithWhatItAccepts(String name, String value, String message) {
        set(name, value);

        assertThatThrownBy(BenchSettings::fromSystemProperties)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
    }

    @Test
    void anUnknownOptionIsRefused() {
        set("workload", "whole-persons");

        assertThatThrownBy(BenchSettings::fromSystemProperties)
                .hasMessageStartingWith("There is no option bench.workload: the options are bench.buildStart, ")
                .hasMessageContaining(", bench.workloads");
    }

    private void set(String name, String value) {
        if (!before.containsKey("bench." + name)) {
            before.put("bench." + name, System.getProperty("bench." + name));
        }
        System.setProperty("bench." + name, value);
    }
}
