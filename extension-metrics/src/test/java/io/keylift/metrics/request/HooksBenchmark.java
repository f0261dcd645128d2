// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.request;

import io.keylift.metrics.cache.TimedCache;
import io.keylift.metrics.database.TimedDatabase;
import io.keylift.metrics.history.TimingsHistoryFactory;
import io.keylift.metrics.observer.MicrometerObserverFactory;
import io.keylift.metrics.observer.OpenTelemetryObserverFactory;
import io.keylift.metrics.observer.SlowRequestLogFactory;
import io.keylift.metrics.timings.RequestTimingsFactory;
import io.micrometer.core.instrument.Metrics;
import io.micrometer.prometheus.PrometheusConfig;
import io.micrometer.prometheus.PrometheusMeterRegistry;
import io.vertx.core.Vertx;
import io.vertx.core.impl.ContextInternal;
import io.vertx.core.impl.VertxInternal;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.keycloak.Config;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.KeycloakSessionFactory;
import org.keycloak.provider.Provider;
import org.keycloak.utils.KeycloakSessionUtil;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.results.format.ResultFormatType;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;

/**
 * The cost of our own code for one request: all hooks and observers of a token request with a password, without the
 * server's code around them. The numbers of calls are those of such a request on a warm server.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 5, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(3)
public class HooksBenchmark {

    private static final int SESSION_OPERATIONS = 4;
    private static final int TRANSACTIONS = 2;
    private static final int STATEMENTS = 3;

    private final Vertx vertx = Vertx.vertx();
    private final RequestTracker tracker = new RequestTracker();
    private final TimedCache sessions = new TimedCache("sessions", tracker);
    private final TimedDatabase database = new TimedDatabase(tracker);
    private final KeycloakSession session = (KeycloakSession) Proxy.newProxyInstance(
            HooksBenchmark.class.getClassLoader(),
            new Class<?>[] {KeycloakSession.class},
            (proxy, method, arguments) -> enlist(arguments));
    private ContextInternal root;
    private Provider enlisted;

    /** @param arguments the file for the result */
    public static void main(String[] arguments) throws RunnerException {
        List<String> parts = List.of(System.getProperty("bench.parts").split(","));
        if (parts.contains("metrics") && Boolean.getBoolean("bench.metrics")) {
            new Runner(new OptionsBuilder()
                            .include(HooksBenchmark.class.getName())
                            .resultFormat(ResultFormatType.JSON)
                            .result(arguments[0])
                            .build())
                    .run();
        }
    }

    @Setup
    @SuppressWarnings("deprecation") // it is the one that Keycloak has
    public void start() {
        root = ((VertxInternal) vertx).getOrCreateContext();
        Metrics.addRegistry(new PrometheusMeterRegistry(PrometheusConfig.DEFAULT));
        Config.Scope defaults = Config.scope();
        List<RequestObserverFactory> factories = List.of(
                new MicrometerObserverFactory(),
                new OpenTelemetryObserverFactory(),
                new SlowRequestLogFactory(),
                new RequestTimingsFactory(),
                new TimingsHistoryFactory());
        factories.forEach(factory -> factory.init(defaults));
        tracker.start((KeycloakSessionFactory) Proxy.newProxyInstance(
                HooksBenchmark.class.getClassLoader(),
                new Class<?>[] {KeycloakSessionFactory.class},
                (proxy, method, arguments) -> method.getName().equals("getSpis") ? Set.of() : factories.stream()));
    }

    @TearDown
    public void stop() {
        vertx.close();
    }

    @Benchmark
    public void tokenRequest() throws Throwable {
        ContextInternal context = root.duplicate();
        ContextInternal before = context.beginDispatch();
        KeycloakSessionUtil.setKeycloakSession(session);
        try {
            RequestWork work = tracker.begin(context, "/realms/master/protocol/openid-connect/token", "POST");
            tracker.takeUp();
            for (int i = 0; i < TRANSACTIONS; i++) {
                tracker.takeUp();
                database.transaction(STATEMENTS);
            }
            for (int i = 0; i < SESSION_OPERATIONS; i++) {
                sessions.get();
            }
            hash();
            work.grants("password");
            work.belongsTo(new RequestOwner("master", "admin-cli", "master"));
            tracker.ended(work.end("/realms/{realm}/protocol/{protocol}/token", 200, false));
            enlisted.close();
        } finally {
            KeycloakSessionUtil.setKeycloakSession(null);
            context.endDispatch(before);
        }
    }

    /** The session ends when the worker thread has finished the request. */
    private Object enlist(Object... arguments) {
        enlisted = (Provider) arguments[0];
        return null;
    }

    private void hash() {
        MeasuredWork work = tracker.current();
        tracker.passwordHashed("argon2", work.exit(Phase.HASH, work.enter(Phase.HASH)));
    }
}
