// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.history;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keylift.metrics.observer.ObserverOptions;
import io.keylift.metrics.recent.EndpointName;
import io.keylift.metrics.recent.Requests;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

class HistoryWriterTest {

    private static final Instant START = Instant.parse("2026-11-27T08:00:00Z");

    /** A database that counts what is asked of it. */
    private static final class CountingDatabase implements HistoryDatabase {

        private boolean isDown;
        private boolean isTableMissing;
        private int refused;
        private int calls;

        @Override
        public <T> T with(Work<T> work) {
            calls++;
            if (isDown || isTableMissing || refused-- > 0) {
                throw new HistoryUnavailableException(new SQLException("down"));
            }
            return null;
        }

        @Override
        public boolean answers() {
            return !isDown;
        }

        private int callsSince() {
            int since = calls;
            calls = 0;
            return since;
        }
    }

    private final CountingDatabase database = new CountingDatabase();

    private static HistoryWriter writer(Map<String, String> options) {
        HistoryWriter writer =
                new HistoryWriter(HistorySettings.of(new ObserverOptions(HistorySettings.ID, options::get)));
        writer.start(START);
        return writer;
    }

    private boolean write(HistoryWriter writer, int minute) {
        writer.requestEnded(Requests.executing("/users", 1_000, 1));
        Duration uptime = Duration.ofMinutes(minute);
        return writer.write(database, "node", "1", START.plus(uptime), uptime);
    }

    @Test
    void theTableIsFoundBeforeTheFirstSlice() {
        HistoryWriter writer = writer(Map.of("warm-up-minutes", "0"));

        assertThat(write(writer, 1)).isTrue();
        assertThat(database.callsSince()).isEqualTo(2);
        assertThat(write(writer, 2)).isTrue();
        assertThat(database.callsSince()).isEqualTo(1);
    }

    /** Their caches are cold. */
    @Test
    void theFirstMinutesAfterTheStartAreLeftOut() {
        HistoryWriter writer = writer(Map.of());
        for (int minute = 1; minute <= 5; minute++) {
            write(writer, minute);
        }
        assertThat(database.callsSince()).as("the table alone").isEqualTo(1);

        write(writer, 6);
        assertThat(database.callsSince()).isEqualTo(1);
    }

    /** The clock on the wall shows full seconds, the time since the start does not. */
    @Test
    void withoutAWarmUpTheFirstPartOfASecondCounts() {
        HistoryWriter writer = writer(Map.of("warm-up-minutes", "0"));
        writer.requestEnded(Requests.executing("/users", 1_000, 1));

        writer.write(database, "node", "1", START.plusSeconds(1), Duration.ofMillis(300));

        assertThat(database.callsSince()).as("looked for, and a slice").isEqualTo(2);
    }

    @Test
    void whatCannotBeWrittenIsKeptForAnHour() {
        HistoryWriter writer = writer(Map.of("warm-up-minutes", "0"));
        write(writer, 1);
        database.isDown = true;
        for (int minute = 2; minute <= 70; minute++) {
            int now = minute;
            assertThatThrownBy(() -> write(writer, now)).isInstanceOf(HistoryUnavailableException.class);
        }
        database.isDown = false;
        database.callsSince();

        assertThat(write(writer, 71)).isTrue();
        assertThat(database.callsSince()).as("the table, and sixty slices").isEqualTo(61);
    }

    /** The table can appear later: an administrator grants the right to create it, or creates it. */
    @Test
    void aMissingTableIsLookedForEveryTenMinutes() {
        HistoryWriter writer = writer(Map.of("warm-up-minutes", "0"));
        database.isTableMissing = true;
        assertThatThrownBy(() -> write(writer, 1)).isInstanceOf(HistoryUnavailableException.class);
        assertThat(database.callsSince()).as("looked for, created, looked for").isEqualTo(3);
        database.isTableMissing = false;

        assertThat(write(writer, 10)).isFalse();
        assertThat(database.callsSince()).isZero();
        assertThat(write(writer, 11)).isTrue();
        assertThat(database.callsSince()).as("looked for, and three slices").isEqualTo(4);
    }

    @Test
    void aDatabaseThatIsAwayAtTheStartIsAskedForEachSlice() {
        HistoryWriter writer = writer(Map.of("warm-up-minutes", "0"));
        database.isDown = true;
        assertThatThrownBy(() -> write(writer, 1)).isInstanceOf(HistoryUnavailableException.class);
        database.isDown = false;

        assertThat(write(writer, 2)).isTrue();
    }

    /** If several nodes start at the same time, one of them creates the table. */
    @Test
    void aTableThatAnotherNodeHasJustCreatedIsThere() {
        HistoryWriter writer = writer(Map.of("warm-up-minutes", "0"));
        database.refused = 2;

        assertThat(write(writer, 1)).isTrue();
        assertThat(database.callsSince())
                .as("looked for, not created, looked for, and a slice")
                .isEqualTo(4);
    }

    /** The clock on the wall may be put back or forward. */
    @Test
    void theWarmUpGoesByTheTimeSinceTheStart() {
        HistoryWriter writer = writer(Map.of());
        writer.requestEnded(Requests.executing("/users", 1_000, 1));

        writer.write(database, "node", "1", START.minusSeconds(3600), Duration.ofMinutes(6));
        writer.requestEnded(Requests.executing("/users", 1_000, 1));
        writer.write(database, "node", "1", START.minusSeconds(3540), Duration.ofMinutes(7));

        assertThat(database.callsSince()).as("the table and two slices").isEqualTo(3);
    }

    @Test
    void endpointsBeyondTheLimitShareAName() {
        CurrentSlice slice = new CurrentSlice(2);
        for (String uri : new String[] {"/a", "/b", "/c", "/d", "/a"}) {
            slice.add(Requests.executing(uri, 1_000, 1));
        }

        assertThat(slice.take())
                .hasEntrySatisfying(
                        new EndpointName("/a", "GET", null),
                        figures -> assertThat(figures.count()).isEqualTo(2))
                .hasEntrySatisfying(
                        EndpointName.OTHER,
                        figures -> assertThat(figures.count()).isEqualTo(2))
                .hasSize(3);
        assertThat(slice.take()).isEmpty();
    }

    @Test
    void whatIsDocumentedIsWhatIsEffective() {
        HistorySettings settings = HistorySettings.of(new ObserverOptions(HistorySettings.ID, name -> null));

        assertThat(HistorySettings.metadata())
                .isNotEmpty()
                .allSatisfy(option -> assertThat(settings.describe())
                        .containsEntry(
                                option.getName(),
                                option.getDefaultValue() == null ? "" : String.valueOf(option.getDefaultValue())));
        assertThat(HistorySettings.metadata()).hasSameSizeAs(settings.describe().keySet());
    }
}
