// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bench.load;

import static io.keylift.bench.Instrumentation.JAVAAGENT;
import static io.keylift.bench.Instrumentation.PLAIN;
import static io.keylift.bench.load.Service.REFRESH;
import static io.keylift.bench.load.Service.USERINFO;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A load test continues where an earlier run ended. */
class LoadStateTest {

    private static final LoadSettings SETTINGS = Measured.settings(2, 3, List.of(PLAIN, JAVAAGENT), REFRESH, USERINFO);

    @TempDir
    private Path folder;

    @Test
    void whatIsWrittenIsThereInTheNextRun() throws IOException {
        LoadState first = Measured.state(SETTINGS);
        first.starts().add(new Start(1, PLAIN, 7.5, 600));
        first.steps().add(Measured.step(1, PLAIN, REFRESH, 16, true, 3));
        first.memory().add(new SessionMemory(PLAIN, List.of(new SessionMemory.Point(5_000, 600, 200, 300))));
        first.write(folder);

        assertThat(LoadState.in(folder, Measured.state(SETTINGS))).isEqualTo(first);
    }

    /** Existing files stay: with the former settings, the load test continues there. */
    @Test
    void otherSettingsOrVersionsBeginAfresh() throws IOException {
        LoadState first = Measured.state(SETTINGS);
        first.steps().add(Measured.step(1, PLAIN, REFRESH, 16, true, 3));
        first.write(folder);

        LoadState ofOthers = Measured.state(Measured.settings(1, 3, List.of(PLAIN, JAVAAGENT), REFRESH, USERINFO));
        assertThat(LoadState.in(folder, ofOthers)).isSameAs(ofOthers);
        ofOthers.write(folder);
        LoadState newer =
                new LoadState(SETTINGS, new TreeMap<>(Map.of("keycloak", "keycloak-1.2.4")), Measured.ENVIRONMENT);
        assertThat(LoadState.in(folder, newer)).isSameAs(newer);
        newer.write(folder);

        assertThat(LoadState.in(folder, Measured.state(SETTINGS))).isEqualTo(first);
    }

    @Test
    void beginsEmptyInAnEmptyFolder() throws IOException {
        LoadState empty = Measured.state(SETTINGS);

        assertThat(LoadState.in(folder, empty)).isSameAs(empty);
    }

    /** With two sets, two servers and two services, one ramp ends by the SLO and one by its last step. */
    @Test
    void knowsWhatIsOpen() {
        LoadState state = Measured.state(SETTINGS);
        assertThat(state.openRamps()).isEqualTo(8);

        state.steps().add(Measured.step(1, PLAIN, REFRESH, 16, true, 3));
        assertThat(state.openRamps()).isEqualTo(8);
        state.steps().add(Measured.step(1, PLAIN, REFRESH, 32, false, 3));
        for (double rate : new double[] {32, 64, 128}) {
            state.steps().add(Measured.step(2, JAVAAGENT, USERINFO, rate, true, 3));
        }

        assertThat(state.openRamps()).isEqualTo(6);
        assertThat(state.isOpen(1, PLAIN, REFRESH)).isFalse();
        assertThat(state.isOpen(2, PLAIN, REFRESH)).isTrue();
        assertThat(state.isOpen(1, JAVAAGENT, REFRESH)).isTrue();
        assertThat(state.isComplete()).isFalse();
    }

    @Test
    void isCompleteWithAllRampsAndTheMemoryOfAllServers() {
        LoadSettings one = new LoadSettings(
                1, 1, List.of(PLAIN), List.of(REFRESH), 1, 1, 2, 1, 1, 1, 1, 1, 1, 1, List.of(10, 20), "1g");
        LoadState state = Measured.state(one);
        state.steps().add(Measured.step(1, PLAIN, REFRESH, 16, true, 3));
        assertThat(state.openMemory()).containsExactly(PLAIN);
        assertThat(state.isComplete()).isFalse();

        state.memory().add(new SessionMemory(PLAIN, List.of()));

        assertThat(state.isComplete()).isTrue();
    }
}
