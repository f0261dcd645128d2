// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.observer;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class LinesPerMinuteTest {

    private final List<String> heldBack = new ArrayList<>();
    private final Queue<Runnable> inAMinute = new ArrayDeque<>();
    private long now;
    private final LinesPerMinute lines = new LinesPerMinute(
            2,
            () -> now,
            inAMinute::add,
            (subject, number, longest) -> heldBack.add(subject + " " + number + " " + longest));

    @Test
    void eachSubjectHasSoManyLines() {
        assertThat(lines.isOneMore("a", 1)).isTrue();
        assertThat(lines.isOneMore("a", 2)).isTrue();
        assertThat(lines.isOneMore("a", 9)).isFalse();
        assertThat(lines.isOneMore("a", 3)).isFalse();
        assertThat(lines.isOneMore("b", 1)).isTrue();
        assertThat(heldBack).isEmpty();
    }

    /** Also if nothing of that sort happens any more: an outage ends. */
    @Test
    void whenTheMinuteIsOverItTellsOfWhatItHasHeldBack() {
        four();
        inAMinute.remove().run();

        assertThat(heldBack).containsExactly("a 2 4");
        assertThat(lines.isOneMore("a", 1)).isTrue();
    }

    /** The timer may be delayed on a busy server. */
    @Test
    void whenNobodySaysThatTheMinuteIsOverTheNextLineDoes() {
        four();
        now += TimeUnit.MINUTES.toNanos(1);

        assertThat(lines.isOneMore("a", 1)).isTrue();
        assertThat(heldBack).containsExactly("a 2 4");
        inAMinute.remove().run();
        assertThat(lines.isOneMore("a", 1)).isTrue();
        assertThat(lines.isOneMore("a", 1)).isFalse();
    }

    @Test
    void atItsEndItTellsOfAll() {
        four();
        lines.isOneMore("b", 1);
        lines.end();

        assertThat(heldBack).containsExactly("a 2 4");
    }

    private void four() {
        for (int i = 1; i <= 4; i++) {
            lines.isOneMore("a", i);
        }
    }
}
