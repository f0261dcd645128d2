// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.place;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The rules by which callers get places and give them up. */
class PlacesTest {

    private static final int MAX = 4;
    private static final Holder HOG = new Holder("acme", "hog");
    private static final Holder COLLEAGUE = new Holder("acme", "colleague");
    private static final Holder BOSS = new Holder("other", "boss");
    private static final Holder DEPUTY = new Holder("other", "deputy");

    private static final Duration LONG = Duration.ofMinutes(1);

    @AutoClose("shutdownNow")
    private final ExecutorService threads = Executors.newCachedThreadPool();

    @AutoClose
    private final Patience patience = new Patience(0);

    private volatile long now;
    private final Places places = new Places(MAX, patience, () -> now);

    @Test
    void whoIsAloneHasAllOfThem() {
        assertThat(take(HOG, MAX)).hasSize(MAX);
        assertThat(places.take(HOG)).isNull();
    }

    @Test
    void noMoreAreTakenThanThereAreWhoeverAsksAtOnce() {
        List<Place> taken = IntStream.range(0, 60)
                .parallel()
                .mapToObj(i -> places.take(new Holder("realm-" + i % 3, "caller-" + i % 7)))
                .filter(Objects::nonNull)
                .toList();

        assertThat(taken).hasSize(MAX);
    }

    @Test
    void aFreePlaceIsForWhoWaitsAndHasLess() {
        List<Place> taken = take(HOG, MAX);
        assertThat(places.take(BOSS)).isNull();
        taken.get(0).release();

        assertThat(places.take(HOG)).isNull();
        assertThat(places.take(BOSS)).isNotNull();
        assertThat(places.take(HOG)).isNull();
        taken.get(1).release();
        assertThat(places.take(HOG)).as("nobody waits any more").isNotNull();
    }

    @Test
    void callersOfOneRealmAreEqual() {
        List<Place> taken = take(HOG, MAX);
        assertThat(places.take(COLLEAGUE)).isNull();
        taken.get(0).release();

        assertThat(places.take(HOG)).isNull();
        assertThat(places.take(COLLEAGUE)).isNotNull();
    }

    /** A realm with many callers has no precedence over one with few. */
    @Test
    void realmsAreEqualBeforeTheirCallersAre() {
        List<Place> taken = new ArrayList<>(take(HOG, 3));
        taken.addAll(take(BOSS, 1));
        for (int i = 0; i < 10; i++) {
            assertThat(places.take(new Holder("acme", "caller-" + i))).isNull();
        }
        assertThat(places.take(DEPUTY)).isNull();
        taken.get(0).release();

        assertThat(places.take(new Holder("acme", "caller-1"))).isNull();
        assertThat(places.take(DEPUTY)).isNotNull();
    }

    /** Many callers in one realm can keep another realm only from more than its share. */
    @Test
    void aCrowdThatWaitsGetsNoMoreThanAsMuch() {
        Place first = places.take(BOSS);
        List<Place> others = take(new Holder("third", "x"), 3);
        for (int i = 0; i < 10; i++) {
            assertThat(places.take(new Holder("acme", "caller-" + i))).isNull();
        }
        others.forEach(Place::release);

        assertThat(places.take(BOSS)).isNotNull();
        assertThat(first).isNotNull();
    }

    @Test
    void whoHasNotAskedAgainDoesNotWait() {
        List<Place> taken = take(HOG, MAX);
        places.take(BOSS);
        taken.get(0).release();
        now += Places.WAITS.toNanos() + 1;

        assertThat(places.take(HOG)).isNotNull();
    }

    @Test
    void asManyPlacesAreGivenUpAsClientsWait() {
        List<Place> taken = take(HOG, MAX);
        assertThat(taken).noneMatch(Place::yields);
        places.take(BOSS);

        assertThat(taken).filteredOn(Place::yields).hasSize(1);
        assertThat(taken.get(0).yields()).as("once given up, it stays so").isTrue();
        places.take(COLLEAGUE);
        assertThat(taken).filteredOn(Place::yields).hasSize(2);
    }

    @Test
    void nobodyGivesUpAPlaceForWhoHasAsMany() {
        List<Place> taken = new ArrayList<>(take(HOG, 2));
        taken.addAll(take(BOSS, 2));
        places.take(HOG);
        places.take(DEPUTY);

        assertThat(taken.subList(0, 2)).noneMatch(Place::yields);
        assertThat(taken.subList(2, 4)).filteredOn(Place::yields).hasSize(1);
    }

    @Test
    void aPlaceIsReleasedOnceAndWithItWhatGoesWithIt() {
        List<String> released = new ArrayList<>();
        List<Place> taken = take(HOG, MAX);
        taken.get(0).alsoReleases(() -> released.add("keys"));
        taken.get(0).release();
        taken.get(0).release();

        assertThat(released).containsExactly("keys");
        assertThat(take(HOG, 2)).hasSize(1);
    }

    /** Two runs of a job can share a place, but not a third one. */
    @Test
    void whoTakesOverSharesThePlace() {
        Place first = take(HOG, MAX).get(0);
        Place second = first.share();
        assertThat(second).isNotNull();
        assertThat(first.share()).isNull();
        assertThat(second.share()).isNull();

        first.release();
        assertThat(places.take(HOG)).isNull();
        Place third = second.share();
        assertThat(third).isNotNull();
        second.release();
        third.release();
        assertThat(third.share()).isNull();
        assertThat(places.take(HOG)).isNotNull();
    }

    @Test
    @Timeout(30)
    void whoWaitsGetsAPlaceInTheirTurn() throws Exception {
        List<Place> taken = take(HOG, MAX);
        List<Holder> inTurn = Collections.synchronizedList(new ArrayList<>());
        List<CompletableFuture<Place>> waiting = new ArrayList<>();
        for (Holder holder : List.of(BOSS, HOG, COLLEAGUE)) {
            waiting.add(CompletableFuture.supplyAsync(() -> await(holder, inTurn), threads));
            awaitQueued(waiting.size());
        }

        for (int i = 0; i < waiting.size(); i++) {
            taken.get(i).release();
            assertThat(waiting.get(i).get()).isNotNull();
        }

        assertThat(inTurn).containsExactly(BOSS, HOG, COLLEAGUE);
        assertThat(places.queued()).isZero();
        assertThat(places.take(DEPUTY)).as("all are taken again").isNull();
    }

    /** A place that is kept from the first one goes to the next one. */
    @Test
    @Timeout(30)
    void whoMayNotHaveThePlaceDoesNotKeepItFromOthers() throws Exception {
        List<Place> taken = take(HOG, MAX);
        assertThat(places.take(BOSS)).isNull();
        CompletableFuture<Place> hog = CompletableFuture.supplyAsync(() -> await(HOG, new ArrayList<>()), threads);
        awaitQueued(1);
        CompletableFuture<Place> boss = CompletableFuture.supplyAsync(() -> await(BOSS, new ArrayList<>()), threads);
        awaitQueued(2);

        taken.get(0).release();

        assertThat(boss.get()).isNotNull();
        assertThat(hog).isNotDone();
        taken.get(1).release();
        assertThat(hog.get()).isNotNull();
    }

    @Test
    void whoHasWaitedInVainCountsAsRefused() throws Exception {
        List<Place> taken = take(HOG, MAX);

        assertThat(places.await(BOSS, Duration.ofMillis(1))).isNull();

        taken.get(0).release();
        assertThat(places.take(HOG)).isNull();
        assertThat(places.await(BOSS, Duration.ZERO)).isNotNull();
    }

    @Test
    @Timeout(30)
    void noMoreThanAFewWait() throws Exception {
        List<Place> taken = take(HOG, MAX);
        List<CompletableFuture<Place>> waiting = new ArrayList<>();
        for (int i = 1; i <= 4 * MAX; i++) {
            waiting.add(CompletableFuture.supplyAsync(() -> await(HOG, new ArrayList<>()), threads));
            awaitQueued(i);
        }

        assertThat(places.await(COLLEAGUE, LONG)).as("at once").isNull();

        now += Places.WAITS.toNanos() + 1; // the colleague does not ask again
        taken.forEach(Place::release);
        for (CompletableFuture<Place> one : waiting) {
            one.get().release();
        }
    }

    private Place await(Holder holder, List<Holder> inTurn) {
        try {
            Place place = places.await(holder, LONG);
            inTurn.add(holder);
            return place;
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private void awaitQueued(int count) {
        while (places.queued() < count) {
            Thread.onSpinWait();
        }
    }

    private List<Place> take(Holder holder, int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> places.take(holder))
                .filter(Objects::nonNull)
                .toList();
    }
}
