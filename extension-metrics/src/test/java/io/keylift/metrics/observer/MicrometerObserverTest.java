// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.observer;

import static org.assertj.core.api.Assertions.assertThat;

import io.keylift.metrics.request.Phase;
import io.keylift.metrics.request.PhaseTimes;
import io.keylift.metrics.request.RequestBreakdown;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.config.MeterFilter;
import io.micrometer.core.instrument.config.MeterFilterReply;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.TraceFlags;
import io.opentelemetry.api.trace.TraceState;
import io.opentelemetry.context.Context;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MicrometerObserverTest {

    private final ObservedMeters meters = new ObservedMeters();

    @Test
    void realmAndClientAreNoTagsUnlessAskedFor() {
        MicrometerObserver observer = meters.observer(Map.of());
        observer.requestEnded(Breakdowns.request("acme", "shop"));

        assertThat(meters.tagKeys())
                .containsExactlyInAnyOrder(
                        "uri", "method", "grant_type", "outcome", "phase", "le", "db.client.connection.pool.name");
    }

    @Test
    void tokenRequestsCountByGrantType() {
        MicrometerObserver observer = meters.observer(Map.of());
        observer.requestEnded(Breakdowns.token("refresh_token"));
        observer.requestEnded(Breakdowns.token("refresh_token"));
        observer.requestEnded(Breakdowns.token("password"));
        observer.requestEnded(Breakdowns.request("acme", "shop"));

        assertThat(meters.values("grant_type")).containsExactlyInAnyOrder("none", "refresh_token", "password");
        assertThat(meters.registry()
                        .get("keycloak.request.duration")
                        .tags("grant_type", "refresh_token", "outcome", "SUCCESS")
                        .timer()
                        .count())
                .isEqualTo(2);
        assertThat(meters.registry()
                        .get("keycloak.request.phase")
                        .tags("grant_type", "password", "phase", "sql")
                        .functionTimer()
                        .count())
                .isEqualTo(1);
    }

    @Test
    void realmsAndClientsBeyondTheLimitAreOne() {
        MicrometerObserver observer = meters.observer(
                Map.of("realm-tag", "true", "client-tag", "true", "max-realms", "2", "max-clients", "1"));
        for (int i = 0; i < 100; i++) {
            observer.requestEnded(Breakdowns.request("realm" + i, "client" + i));
        }

        assertThat(meters.values("realm")).containsExactlyInAnyOrder("realm0", "realm1", "other");
        assertThat(meters.values("client")).containsExactlyInAnyOrder("client0", "other");
    }

    @Test
    void endpointsHaveALimit() {
        MicrometerObserver observer = meters.observer(Map.of());
        for (int i = 0; i < 3000; i++) {
            observer.requestEnded(Breakdowns.request("/" + i, "acme", "shop"));
        }

        assertThat(meters.values("uri"))
                .hasSize(2001)
                .contains("/1999", "other")
                .doesNotContain("/2000");
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
        meters.observer(Map.of()).requestEnded(Breakdowns.ended(status, aborted));

        Timer duration = meters.registry()
                .get("keycloak.request.duration")
                .tags("uri", "/admin/realms/{realm}", "method", "GET", "outcome", outcome)
                .timer();
        assertThat(duration.count()).isEqualTo(1);
        assertThat(duration.totalTime(TimeUnit.MILLISECONDS)).isEqualTo(100);
    }

    /** Prometheus does not see the growth to the first of a series. */
    @Test
    void errorsOfTheServerAreZeroBeforeTheFirst() {
        meters.observer(Map.of()).requestEnded(Breakdowns.ended(200, false));

        assertThat(meters.registry()
                        .get("keycloak.request.duration")
                        .tag("outcome", "SERVER_ERROR")
                        .timer()
                        .count())
                .isZero();
    }

    @Test
    void allocatedMemoryIsSummedUp() {
        MicrometerObserver observer = meters.observer(Map.of());
        observer.requestEnded(Breakdowns.request("acme", "shop"));
        observer.requestEnded(Breakdowns.request("acme", "shop"));

        DistributionSummary allocated =
                meters.registry().get("keycloak.request.allocated").summary();
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
                meters.observer(Map.of("realm-tag", "true", "client-tag", "true", "max-endpoints", "30"));
        for (int realm = 0; realm < 10; realm++) {
            for (int endpoint = 0; endpoint < 10; endpoint++) {
                observer.requestEnded(Breakdowns.request("/" + endpoint, "realm" + realm, "admin-cli"));
            }
        }

        assertThat(meters.registry().get("keycloak.request.sql.statements").summaries())
                .hasSize(31);
        assertThat(meters.registry()
                        .get("keycloak.request.sql.statements")
                        .tags("uri", "other", "method", "other", "realm", "other", "client", "other")
                        .summary()
                        .count())
                .isEqualTo(70);
    }

    @Test
    void namesOfOneHashAreNotTakenForEachOther() {
        assertThat("Aa").hasSameHashCodeAs("BB");
        MicrometerObserver observer = meters.observer(Map.of("realm-tag", "true", "client-tag", "true"));
        observer.requestEnded(Breakdowns.request("Aa", "Aa", "Aa", "Aa"));
        observer.requestEnded(Breakdowns.request("BB", "Aa", "Aa", "Aa"));
        observer.requestEnded(Breakdowns.request("Aa", "BB", "Aa", "Aa"));
        observer.requestEnded(Breakdowns.request("Aa", "Aa", "BB", "Aa"));
        observer.requestEnded(Breakdowns.request("Aa", "Aa", "Aa", "BB"));

        assertThat(meters.registry().get("keycloak.request.sql.statements").summaries())
                .hasSize(5)
                .allSatisfy(statements -> assertThat(statements.count()).isEqualTo(1));
    }

    /** The registry takes the trace that is current for that of the figure. */
    @Test
    void aRequestWithATraceIsRecordedWhileItIsCurrent() {
        MicrometerObserver observer = meters.observer(Map.of());
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
    void aChangeThatCannotBeCountedIsMadeAllTheSame() {
        meters.registry().config().meterFilter(new MeterFilter() {
            @Override
            public MeterFilterReply accept(Meter.Id id) {
                throw new IllegalStateException("refused");
            }
        });
        MicrometerObserver observer = meters.observer(Map.of());
        observer.adminEvent("acme", "USER", "CREATE");

        assertThat(meters.registry().getMeters()).isEmpty();
    }

    /** A reader of the meters needs no knowledge of administrators' realms. */
    @Test
    void changesDoNotShowTheirRealmUnlessAskedFor() {
        meters.observer(Map.of()).adminEvent("acme", "USER", "CREATE");

        assertThat(meters.tagKeys()).containsExactlyInAnyOrder("resource", "operation");
    }

    /** Prometheus sees no increase of a counter that begins at 1. */
    @Test
    void changesBeginAtZero() {
        MicrometerObserver observer = meters.observer(Map.of());
        observer.showAdminEvents(List.of("REALM", "USER"), List.of("CREATE", "DELETE"));
        assertThat(meters.registry().get("keycloak.admin.events").counters())
                .hasSize(4)
                .allSatisfy(counter -> assertThat(counter.count()).isZero());

        observer.adminEvent("acme", "REALM", "DELETE");
        assertThat(meters.registry().get("keycloak.admin.events").counters()).hasSize(4);
    }

    @Test
    void changesOfRealmsBeginWithTheFirst() {
        MicrometerObserver observer = meters.observer(Map.of("realm-tag", "true"));
        observer.showAdminEvents(List.of("REALM", "USER"), List.of("CREATE", "DELETE"));

        assertThat(meters.registry().getMeters()).isEmpty();
    }

    @Test
    void aChangeWithoutAnOperationIsCounted() {
        MicrometerObserver observer = meters.observer(Map.of());
        observer.adminEvent("acme", "USER", null);

        assertThat(meters.values("operation")).containsExactly("none");
    }

    @Test
    void itKnowsTheRealmsThatItShows() {
        MicrometerObserver observer = meters.observer(Map.of("realm-tag", "true", "max-realms", "2"));
        observer.requestEnded(Breakdowns.request("acme", "shop"));
        observer.adminEvent("other-realm", "USER", "CREATE");
        observer.adminEvent("one-too-many", "USER", "CREATE");

        assertThat(observer.realms()).containsExactlyInAnyOrder("acme", "other-realm");
    }

    @Test
    void connectionsHaveBuckets() {
        MicrometerObserver observer = meters.observer(Map.of());
        observer.requestEnded(Breakdowns.request("acme", "shop"));

        for (String meter : List.of("db.client.connection.wait_time", "db.client.connection.use_time")) {
            assertThat(meters.registry()
                            .get(meter)
                            .tag("db.client.connection.pool.name", "default")
                            .timer()
                            .takeSnapshot()
                            .histogramCounts())
                    .extracting(bucket -> bucket.bucket(TimeUnit.SECONDS))
                    .containsExactly(0.005, 0.05, 0.5, 1.0, 2.0, 5.0);
        }
    }

    /** Prometheus does not see the growth to the first of a series. */
    @Test
    void allPhasesOfAnEndpointBeginTogether_andARequestCountsInThoseThatItHas() {
        MicrometerObserver observer = meters.observer(Map.of());
        observer.requestEnded(Breakdowns.request("acme", "shop"));

        assertThat(meters.values("phase")).hasSize(Phase.values().length);
        assertThat(phase("hash").count()).isZero();
        assertThat(phase("rest").count()).isEqualTo(1);
    }

    @Test
    void aLongRequestCountsOnceAndItsTimeWhileItGrows() {
        MicrometerObserver observer = meters.observer(Map.of());
        PhaseTimes[] soFar = {PhaseTimes.NONE, sql(5), sql(15)};
        for (int i = 0; i < soFar.length; i++) {
            observer.requestProgressed(Breakdowns.soFar(soFar[i], i == 0 ? PhaseTimes.NONE : soFar[i - 1]));
            assertThat(phase("sql").totalTime(TimeUnit.MILLISECONDS)).isEqualTo(soFar[i].nanos(Phase.SQL) / 1e6);
            assertThat(phase("sql").count()).isZero();
        }
        observer.requestEnded(Breakdowns.reported(sql(15)));

        assertThat(phase("sql").totalTime(TimeUnit.MILLISECONDS)).isEqualTo(20);
        assertThat(phase("pool_wait").totalTime(TimeUnit.MILLISECONDS)).isEqualTo(10);
        assertThat(phase("sql").count()).isEqualTo(1);
    }

    private static PhaseTimes sql(int millis) {
        long[] nanos = new long[Phase.values().length];
        nanos[Phase.SQL.ordinal()] = millis * 1_000_000L;
        return new PhaseTimes(nanos);
    }

    private FunctionTimer phase(String phase) {
        return meters.registry()
                .get("keycloak.request.phase")
                .tag("phase", phase)
                .functionTimer();
    }

    /** The realm is that of the path, the client one of its own realm. */
    @Test
    void aRequestAcrossRealmsHasTheRealmOfItsPath() {
        MicrometerObserver observer = meters.observer(Map.of("realm-tag", "true", "client-tag", "true"));
        observer.requestEnded(Breakdowns.across("master", "automation", "acme"));

        assertThat(meters.values("realm")).containsExactly("acme");
        assertThat(observer.clients()).isEqualTo(Map.of("automation", Set.of("master")));
    }

    @Test
    void workOutsideRequestsIsBackground() {
        MicrometerObserver observer = meters.observer(Map.of());
        observer.backgroundPhase(Phase.POOL_WAIT, 5_000_000);
        observer.backgroundStatement();
        observer.backgroundConnectionUse(7_000_000);

        assertThat(meters.values("uri")).containsExactly("background");
        assertThat(meters.registry()
                        .get("db.client.connection.wait_time")
                        .timer()
                        .totalTime(TimeUnit.MILLISECONDS))
                .isEqualTo(5);
        assertThat(meters.registry()
                        .get("db.client.connection.use_time")
                        .timer()
                        .totalTime(TimeUnit.MILLISECONDS))
                .isEqualTo(7);
        assertThat(meters.registry()
                        .get("keycloak.request.sql.statements")
                        .summary()
                        .totalAmount())
                .isEqualTo(1);
    }

    @Test
    void whenItIsClosedNothingIsLeft() {
        MicrometerObserver observer = meters.observer(Map.of());
        observer.requestEnded(Breakdowns.request("acme", "shop"));
        observer.backgroundStatement();
        observer.passwordHashed("argon2", 1);
        observer.cacheOperationTimed("sessions", "get", () -> 1, () -> 1);
        observer.adminEvent("acme", "USER", "CREATE");
        assertThat(meters.registry().getMeters()).isNotEmpty();

        observer.close();

        assertThat(meters.registry().getMeters()).isEmpty();
    }
}
