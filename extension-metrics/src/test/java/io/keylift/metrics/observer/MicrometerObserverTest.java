// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.observer;

import static org.assertj.core.api.Assertions.assertThat;

import io.keylift.metrics.request.Phase;
import io.keylift.metrics.request.RequestBreakdown;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.config.MeterFilter;
import io.micrometer.core.instrument.config.MeterFilterReply;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.TraceFlags;
import io.opentelemetry.api.trace.TraceState;
import io.opentelemetry.context.Context;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MicrometerObserverTest {

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

    @Test
    void realmAndClientAreNoTagsUnlessAskedFor() {
        MicrometerObserver observer = observer(Map.of());
        observer.requestEnded(Breakdowns.request("acme", "shop"));

        assertThat(tagKeys())
                .containsExactlyInAnyOrder(
                        "uri", "method", "grant_type", "outcome", "phase", "le", "db.client.connection.pool.name");
    }

    @Test
    void tokenRequestsCountByGrantType() {
        MicrometerObserver observer = observer(Map.of());
        observer.requestEnded(Breakdowns.token("refresh_token"));
        observer.requestEnded(Breakdowns.token("refresh_token"));
        observer.requestEnded(Breakdowns.token("password"));
        observer.requestEnded(Breakdowns.request("acme", "shop"));

        assertThat(values("grant_type")).containsExactlyInAnyOrder("none", "refresh_token", "password");
        assertThat(registry.get("keycloak.request.duration")
                        .tags("grant_type", "refresh_token", "outcome", "SUCCESS")
                        .timer()
                        .count())
                .isEqualTo(2);
        assertThat(registry.get("keycloak.request.phase")
                        .tags("grant_type", "password", "phase", "sql")
                        .timer()
                        .count())
                .isEqualTo(1);
    }

    @Test
    void realmsAndClientsBeyondTheLimitAreOne() {
        MicrometerObserver observer =
                observer(Map.of("realm-tag", "true", "client-tag", "true", "max-realms", "2", "max-clients", "1"));
        for (int i = 0; i < 100; i++) {
            observer.requestEnded(Breakdowns.request("realm" + i, "client" + i));
        }

        assertThat(values("realm")).containsExactlyInAnyOrder("realm0", "realm1", "other");
        assertThat(values("client")).containsExactlyInAnyOrder("client0", "other");
    }

    @Test
    void endpointsHaveALimit() {
        MicrometerObserver observer = observer(Map.of());
        for (int i = 0; i < 3000; i++) {
            observer.requestEnded(Breakdowns.request("/" + i, "acme", "shop"));
        }

        assertThat(values("uri")).hasSize(2001).contains("/1999", "other").doesNotContain("/2000");
    }

    @ParameterizedTest
    @CsvSource({
        "200, false, SUCCESS",
        "101, false, SUCCESS",
        "302, false, REDIRECTION",
        "404, false, CLIENT_ERROR",
        "503, false, SERVER_ERROR",
        "200, true, ABORTED"
    })
    void aRequestCountsByItsOutcome(int status, boolean aborted, String outcome) {
        observer(Map.of()).requestEnded(Breakdowns.ended(status, aborted));

        Timer duration = registry.get("keycloak.request.duration")
                .tags("uri", "/admin/realms/{realm}", "method", "GET", "outcome", outcome)
                .timer();
        assertThat(duration.count()).isEqualTo(1);
        assertThat(duration.totalTime(TimeUnit.MILLISECONDS)).isEqualTo(100);
    }

    /** Prometheus does not see the growth to the first of a series. */
    @Test
    void errorsOfTheServerAreZeroBeforeTheFirst() {
        observer(Map.of()).requestEnded(Breakdowns.ended(200, false));

        assertThat(registry.get("keycloak.request.duration")
                        .tag("outcome", "SERVER_ERROR")
                        .timer()
                        .count())
                .isZero();
    }

    @Test
    void allocatedMemoryIsSummedUp() {
        MicrometerObserver observer = observer(Map.of());
        observer.requestEnded(Breakdowns.request("acme", "shop"));
        observer.requestEnded(Breakdowns.request("acme", "shop"));

        DistributionSummary allocated =
                registry.get("keycloak.request.allocated").summary();
        assertThat(allocated.totalAmount()).isEqualTo(2 * 2048);
        assertThat(allocated.getId().getBaseUnit()).isEqualTo("bytes");
    }

    /**
     * Administrative clients have the same id in each realm: what is counted is what there is, not what there may be of
     * each.
     */
    @Test
    void endpointsAreCountedOnceForEachRealmAndClient() {
        MicrometerObserver observer =
                observer(Map.of("realm-tag", "true", "client-tag", "true", "max-endpoints", "30"));
        for (int realm = 0; realm < 10; realm++) {
            for (int endpoint = 0; endpoint < 10; endpoint++) {
                observer.requestEnded(Breakdowns.request("/" + endpoint, "realm" + realm, "admin-cli"));
            }
        }

        assertThat(registry.get("keycloak.request.sql.statements").summaries()).hasSize(31);
        assertThat(registry.get("keycloak.request.sql.statements")
                        .tags("uri", "other", "method", "other", "realm", "other", "client", "other")
                        .summary()
                        .count())
                .isEqualTo(70);
    }

    @Test
    void namesOfOneHashAreNotTakenForEachOther() {
        assertThat("Aa").hasSameHashCodeAs("BB");
        MicrometerObserver observer = observer(Map.of("realm-tag", "true", "client-tag", "true"));
        observer.requestEnded(Breakdowns.request("Aa", "Aa", "Aa", "Aa"));
        observer.requestEnded(Breakdowns.request("BB", "Aa", "Aa", "Aa"));
        observer.requestEnded(Breakdowns.request("Aa", "BB", "Aa", "Aa"));
        observer.requestEnded(Breakdowns.request("Aa", "Aa", "BB", "Aa"));
        observer.requestEnded(Breakdowns.request("Aa", "Aa", "Aa", "BB"));

        assertThat(registry.get("keycloak.request.sql.statements").summaries())
                .hasSize(5)
                .allSatisfy(statements -> assertThat(statements.count()).isEqualTo(1));
    }

    /** The registry takes the trace that is current for that of the figure. */
    @Test
    void aRequestWithATraceIsRecordedWhileItIsCurrent() {
        MicrometerObserver observer = observer(Map.of());
        RequestBreakdown request = Breakdowns.request("acme", "shop");

        assertThat(observer.canBeBatched(request)).isTrue();
        assertThat(in(TraceFlags.getDefault(), () -> observer.canBeBatched(request)))
                .isTrue();
        assertThat(in(TraceFlags.getSampled(), () -> observer.canBeBatched(request)))
                .isFalse();
    }

    private static boolean in(TraceFlags flags, Supplier<Boolean> asked) {
        Span span = Span.wrap(SpanContext.create("1".repeat(32), "2".repeat(16), flags, TraceState.getDefault()));
        return Context.current().with(span).wrapSupplier(asked).get();
    }

    @Test
    void whatHasEndedOfARemovedRealmDoesNotBringItsMetersBack() {
        Queue<Runnable> ended = new ArrayDeque<>();
        MicrometerObserver observer = observer(Map.of("realm-tag", "true"), () -> {
            ended.forEach(Runnable::run);
            ended.clear();
        });
        ended.add(() -> observer.requestEnded(Breakdowns.request("acme", "shop")));
        observer.realmRemoved("acme");
        ended.forEach(Runnable::run);

        assertThat(registry.getMeters()).isEmpty();
    }

    @Test
    void aRemovedRealmLeavesNoMeterAndMakesRoom() {
        MicrometerObserver observer = observer(Map.of("realm-tag", "true", "max-realms", "1"));
        observer.requestEnded(Breakdowns.request("acme", "shop"));
        observer.adminEvent("acme", "USER", "CREATE");
        observer.realmRemoved("acme");
        assertThat(registry.getMeters()).isEmpty();

        observer.requestEnded(Breakdowns.request("next", "shop"));
        assertThat(values("realm")).containsExactly("next");
    }

    @Test
    void aRemovedClientLeavesNoMeterAndMakesRoom() {
        MicrometerObserver observer = observer(Map.of("client-tag", "true", "max-clients", "1"));
        observer.requestEnded(Breakdowns.request("acme", "shop"));
        observer.clientRemoved("acme", "shop");
        assertThat(registry.getMeters()).isEmpty();

        observer.requestEnded(Breakdowns.request("acme", "next"));
        assertThat(values("client")).containsExactly("next");
    }

    @Test
    void aClientThatAnotherRealmHasAsWellIsShownUntilThatRemovesItToo() {
        MicrometerObserver observer = observer(Map.of("client-tag", "true"));
        observer.requestEnded(Breakdowns.request("acme", "admin-cli"));
        observer.requestEnded(Breakdowns.request("next", "admin-cli"));
        observer.clientRemoved("acme", "admin-cli");
        assertThat(values("client")).containsExactly("admin-cli");

        observer.realmRemoved("next");
        assertThat(registry.getMeters()).isEmpty();
        assertThat(observer.clients()).isEmpty();
    }

    @Test
    void aRemovedClientLeavesNoMeterOfItsRealm() {
        MicrometerObserver observer = observer(Map.of("realm-tag", "true", "client-tag", "true"));
        observer.requestEnded(Breakdowns.request("acme", "shop"));
        observer.requestEnded(Breakdowns.request("acme", "kept"));
        observer.requestEnded(Breakdowns.request("next", "shop"));
        observer.clientRemoved("acme", "shop");

        assertThat(values("realm")).containsExactly("acme", "next");
        assertThat(registry.find("keycloak.request.phase")
                        .tags("realm", "acme", "client", "shop")
                        .timers())
                .isEmpty();
        assertThat(observer.clients()).isEqualTo(Map.of("shop", Set.of("next"), "kept", Set.of("acme")));
    }

    /** It is one of those that are not told apart, as a realm of that name is. */
    @Test
    void aClientMayBeCalledLikeAllOthers() {
        MicrometerObserver observer = observer(Map.of("client-tag", "true", "max-clients", "1"));
        observer.requestEnded(Breakdowns.request("acme", "shop"));
        observer.requestEnded(Breakdowns.request("acme", "other"));
        observer.requestEnded(Breakdowns.request("acme", "one-too-many"));
        observer.clientRemoved("acme", "other");
        observer.clientRemoved("acme", "one-too-many");

        assertThat(values("client")).containsExactlyInAnyOrder("shop", "other");
    }

    /** It is one of those that are not told apart, and does not take them with it. */
    @Test
    void aRealmMayBeCalledLikeAllOthers() {
        MicrometerObserver observer = observer(Map.of("realm-tag", "true", "max-realms", "1"));
        observer.requestEnded(Breakdowns.request("other", "shop"));
        observer.requestEnded(Breakdowns.request("none", "shop"));
        observer.requestEnded(Breakdowns.request("acme", "shop"));
        observer.requestEnded(Breakdowns.request("one-too-many", "shop"));
        observer.realmRemoved("other");
        observer.realmRemoved("none");
        observer.realmRemoved("one-too-many");

        assertThat(values("realm")).containsExactlyInAnyOrder("acme", "other");
    }

    @Test
    void aChangeThatCannotBeCountedIsMadeAllTheSame() {
        registry.config().meterFilter(new MeterFilter() {
            @Override
            public MeterFilterReply accept(Meter.Id id) {
                throw new IllegalStateException("refused");
            }
        });
        MicrometerObserver observer = observer(Map.of());
        observer.adminEvent("acme", "USER", "CREATE");

        assertThat(registry.getMeters()).isEmpty();
    }

    /** Whoever reads the meters need not know who administrates what. */
    @Test
    void changesDoNotShowTheirRealmUnlessAskedFor() {
        observer(Map.of()).adminEvent("acme", "USER", "CREATE");

        assertThat(tagKeys()).containsExactlyInAnyOrder("resource", "operation");
    }

    /** Of a counter that is born at 1 no rate is ever seen. */
    @Test
    void changesBeginAtZero() {
        MicrometerObserver observer = observer(Map.of());
        observer.showAdminEvents(List.of("REALM", "USER"), List.of("CREATE", "DELETE"));
        assertThat(registry.get("keycloak.admin.events").counters())
                .hasSize(4)
                .allSatisfy(counter -> assertThat(counter.count()).isZero());

        observer.adminEvent("acme", "REALM", "DELETE");
        assertThat(registry.get("keycloak.admin.events").counters()).hasSize(4);
    }

    @Test
    void changesOfRealmsBeginWithTheFirst() {
        MicrometerObserver observer = observer(Map.of("realm-tag", "true"));
        observer.showAdminEvents(List.of("REALM", "USER"), List.of("CREATE", "DELETE"));

        assertThat(registry.getMeters()).isEmpty();
    }

    @Test
    void aChangeWithoutAnOperationIsCounted() {
        MicrometerObserver observer = observer(Map.of());
        observer.adminEvent("acme", "USER", null);

        assertThat(values("operation")).containsExactly("none");
    }

    @Test
    void itKnowsTheRealmsThatItShows() {
        MicrometerObserver observer = observer(Map.of("realm-tag", "true", "max-realms", "2"));
        observer.requestEnded(Breakdowns.request("acme", "shop"));
        observer.adminEvent("other-realm", "USER", "CREATE");
        observer.adminEvent("one-too-many", "USER", "CREATE");

        assertThat(observer.realms()).containsExactlyInAnyOrder("acme", "other-realm");
    }

    /** Requests by phase have many series as it is, and nobody reads their buckets. */
    @Test
    void onlyConnectionsHaveBuckets() {
        MicrometerObserver observer = observer(Map.of());
        observer.requestEnded(Breakdowns.request("acme", "shop"));

        assertThat(registry.get("keycloak.request.phase").timers())
                .allSatisfy(phase ->
                        assertThat(phase.takeSnapshot().histogramCounts()).isEmpty());
        for (String meter : List.of("db.client.connection.wait_time", "db.client.connection.use_time")) {
            assertThat(registry.get(meter)
                            .tag("db.client.connection.pool.name", "default")
                            .timer()
                            .takeSnapshot()
                            .histogramCounts())
                    .extracting(bucket -> bucket.bucket(TimeUnit.SECONDS))
                    .containsExactly(0.005, 0.05, 0.5, 1.0, 2.0, 5.0);
        }
    }

    @Test
    void aPhaseThatARequestDoesNotHaveIsNotCounted() {
        MicrometerObserver observer = observer(Map.of());
        observer.requestEnded(Breakdowns.request("acme", "shop"));

        assertThat(values("phase")).doesNotContain("hash").contains("rest");
    }

    @Test
    void workOutsideRequestsIsBackground() {
        MicrometerObserver observer = observer(Map.of());
        observer.backgroundPhase(Phase.POOL_WAIT, 5_000_000);
        observer.backgroundStatement();
        observer.backgroundConnectionUse(7_000_000);

        assertThat(values("uri")).containsExactly("background");
        assertThat(registry.get("db.client.connection.wait_time").timer().totalTime(TimeUnit.MILLISECONDS))
                .isEqualTo(5);
        assertThat(registry.get("db.client.connection.use_time").timer().totalTime(TimeUnit.MILLISECONDS))
                .isEqualTo(7);
        assertThat(registry.get("keycloak.request.sql.statements").summary().totalAmount())
                .isEqualTo(1);
    }

    @Test
    void whenItIsClosedNothingIsLeft() {
        MicrometerObserver observer = observer(Map.of());
        observer.requestEnded(Breakdowns.request("acme", "shop"));
        observer.backgroundStatement();
        observer.passwordHashed("argon2", 1);
        observer.cacheOperationTimed("sessions", "get", () -> 1, () -> 1);
        observer.adminEvent("acme", "USER", "CREATE");
        assertThat(registry.getMeters()).isNotEmpty();

        observer.close();

        assertThat(registry.getMeters()).isEmpty();
    }

    private MicrometerObserver observer(Map<String, String> options) {
        return observer(options, () -> {});
    }

    private MicrometerObserver observer(Map<String, String> options, Runnable catchUp) {
        return new MicrometerObserver(
                registry,
                MicrometerSettings.of(new ObserverOptions(MicrometerObserverFactory.ID, options::get)),
                catchUp);
    }

    private TreeSet<String> tagKeys() {
        TreeSet<String> keys = new TreeSet<>();
        registry.getMeters().forEach(meter -> meter.getId().getTags().forEach(tag -> keys.add(tag.getKey())));
        return keys;
    }

    private TreeSet<String> values(String tag) {
        TreeSet<String> values = new TreeSet<>();
        for (Meter meter : registry.getMeters()) {
            if (meter.getId().getTag(tag) != null) {
                values.add(meter.getId().getTag(tag));
            }
        }
        return values;
    }
}
