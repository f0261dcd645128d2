// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.place;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Limits on the time for which a client may keep its node waiting. */
class ClientWaitTest {

    private static final int RATE = 16;

    private long now;
    private boolean othersWait;
    private final ClientWait wait = new ClientWait(RATE, () -> now, () -> othersWait);

    /** A client that sends {@code bytes} each {@code seconds}, for an hour. */
    @ParameterizedTest
    @CsvSource({"1, 10, false", "10, 15, false", "160, 10, true", "1024, 59, true", "64, 4, true", "500, 61, false"})
    void onTheAverageAClientIsAsFastAsItMustBe(int bytes, int seconds, boolean goesOn) {
        assertThat(lasts(bytes, seconds)).isEqualTo(goesOn);
    }

    /** A client may wait a minute before its first bytes, and after many bytes. */
    @Test
    void aMinuteOfWaitingIsNothing() throws SlowClientException {
        await(59);
        wait.end(100_000);
        await(59);
        wait.end(1);

        await(2);
        assertThatThrownBy(() -> wait.end(1)).isInstanceOf(SlowClientException.class);
    }

    @Test
    void whoIsLateIsInterruptedAndNobodyElse() throws SlowClientException {
        await(61);

        assertThat(Thread.currentThread().isInterrupted()).isTrue();
        assertThatThrownBy(() -> wait.end(0))
                .isInstanceOf(SlowClientException.class)
                .hasMessageContaining("min-client-rate");
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
        wait.check();
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
        assertThatThrownBy(wait::begin)
                .as("what is left is not written, either")
                .isInstanceOf(SlowClientException.class);
    }

    @Test
    void timeInWhichNobodyWaitsForTheClientDoesNotCount() throws SlowClientException {
        for (int i = 0; i < 100; i++) {
            await(1);
            assertThatCode(() -> wait.end(16)).doesNotThrowAnyException();
            now += TimeUnit.MINUTES.toNanos(10);
            wait.check();
        }
    }

    /** A speed that suffices for a client that is alone is too slow for one in the way of others. */
    @ParameterizedTest
    @CsvSource({"1024, 6, false", "1000, 1, false", "100000, 1, true", "1000000, 4, true"})
    void aClientInTheWayOfOthersMustBeFaster(int bytes, int seconds, boolean goesOn) {
        othersWait = true;

        assertThat(lasts(bytes, seconds)).isEqualTo(goesOn);
    }

    @Test
    void withoutARateAClientIsOnlyCutOffForOthers() throws SlowClientException {
        ClientWait patient = new ClientWait(0, () -> now, () -> othersWait);
        patient.begin();
        now += TimeUnit.HOURS.toNanos(1);
        patient.check();
        patient.end(0);

        othersWait = true;
        patient.begin();
        now += TimeUnit.SECONDS.toNanos(6);
        patient.check();
        assertThatThrownBy(() -> patient.end(0)).isInstanceOf(SlowClientException.class);
    }

    private boolean lasts(int bytes, int seconds) {
        try {
            for (int passed = 0; passed < 3600; passed += seconds) {
                await(seconds);
                wait.end(bytes);
            }
            return true;
        } catch (SlowClientException e) {
            return false;
        }
    }

    private void await(int seconds) throws SlowClientException {
        wait.begin();
        for (int i = 0; i < seconds; i++) {
            now += TimeUnit.SECONDS.toNanos(1);
            wait.check();
        }
    }
}
