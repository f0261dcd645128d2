// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.keylift.it.SecondTier;
import io.keylift.it.server.DedicatedServer;
import io.keylift.it.server.FreePorts;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A server in which each hook and observer of Keylift fails, one after the other. */
@SecondTier
class FaultsIT {

    /** Methods that hooks call, without {@code io.keylift.}. */
    private static final List<String> METHODS = List.of(
            "metrics.request.RequestTracker.begin",
            "metrics.request.RequestTracker.ended",
            "metrics.request.RequestTracker.done",
            "metrics.request.RequestTracker.takeUp",
            "metrics.request.RequestTracker.current",
            "metrics.request.RequestTracker.stepEnded",
            "metrics.request.RequestTracker.passwordHashed",
            "metrics.request.RequestTracker.disownClient",
            "metrics.request.RequestTracker.isAtProtocolEndpoint",
            "metrics.request.RequestTracker.catchUp",
            "metrics.request.RequestOwnerFilter.recordOwner",
            "metrics.request.RequestWork.enter",
            "metrics.request.RequestWork.exit",
            "metrics.request.RequestWork.executed",
            "metrics.request.RequestWork.rows",
            "metrics.request.RequestWork.connectionAcquired",
            "metrics.request.RequestWork.connectionReturned",
            "metrics.TimedCalls.begin",
            "metrics.database.TimedSessions.time",
            "metrics.database.PreparedTexts.prepares",
            "metrics.observer.StatementComments.addTo",
            "metrics.cache.OperationTotals.add",
            "metrics.observer.MicrometerObserver.requestEnded",
            "metrics.observer.MicrometerObserver.adminEvent",
            "metrics.observer.MicrometerObserver.clientRemoved",
            "metrics.observer.SlowRequestLog.requestEnded",
            "metrics.recent.RecentWork.requestEnded",
            "metrics.history.HistoryWriter.requestEnded",
            "metrics.timings.UnstorableAddress.contains",
            "metrics.timings.MetricsFormat.choose",
            "bulkimport.rest.ContentTypeGuard.guard",
            "bulkimport.rest.UnstorableAddress.isUnstorable",
            "bulkimport.rest.UploadLimit.isImport",
            "bulkimport.rest.UploadLimit.hideLength",
            "bulkimport.rest.UploadLimit.liftLimit",
            "bulkimport.rest.UnreadBody.watch",
            "bulkimport.telemetry.ImportTelemetry.chunkCommitted",
            "capability.assignment.RemovedHolders.onEvent",
            "capability.mapper.CapabilityMapper.addClaim",
            "capability.policy.CapabilityPolicyProvider.isDecided",
            "password.ForeignHashFactory.matches",
            "password.remote.Targets.of");

    /** Methods that hooks call when a realm is removed. */
    private static final List<String> AT_REMOVAL = List.of(
            "metrics.request.RequestTracker.disown",
            "metrics.observer.MicrometerObserver.realmRemoved",
            "metrics.recent.RecentWork.forget",
            "bulkimport.rest.BulkImportResourceProviderFactory.removeJobs",
            "bulkimport.engine.ImportEngine.endIn");

    /** Parts that fail when a server starts or writes on a thread of its own, and those that need a cluster. */
    private static final Set<String> NOT_IN_REQUESTS = Set.of(
            "check for double tracing",
            "check for other extensions in place of Keylift",
            "checks at the start of the server",
            "events of the cluster",
            "growth of timings since the version before",
            "initial counters of admin events",
            "longer slices of the history of timings",
            "numbers of current requests and of events of the cluster",
            "removal of capabilities whose holders are gone",
            "removal of what is too old in the history of timings",
            "the history of timings",
            "request timings on the management interface",
            "waits of the threads of requests, which count as rest");

    /** All methods of the timings. */
    private static final String TIMINGS = "metrics.";

    /** As if an internal class of Keycloak had moved. */
    private static final String MOVED = "NoClassDefFoundError";

    private static final Pattern PART = Pattern.compile("new (?:FailSafe|Guard)\\(\"([^\"]+)\"\\)");
    private static final Pattern WARNING =
            Pattern.compile("A part of Keylift failed: (.*) \\(further failures are not logged\\)");
    private static final String OBSERVER = "spi-keylift-request-observer--";
    private static final String METRICS = "spi-events-listener--keylift-metrics--";
    private static final int CONTROL = FreePorts.next();

    private static DedicatedServer server;
    private static FaultyRealm realm;

    @BeforeAll
    static void start() throws Exception {
        server = DedicatedServer.start(settings -> settings.maxHeap("512m")
                .option(METRICS + "statement-comments", "route-and-trace")
                .option(METRICS + "statement-rows", "true")
                .option(METRICS + "authentication-steps", "true")
                .option(OBSERVER + "micrometer--realm-tag", "true")
                .option(OBSERVER + "micrometer--client-tag", "true"));
        realm = new FaultyRealm(server.keycloak());
        List<String> methods =
                Stream.concat(METHODS.stream(), AT_REMOVAL.stream()).toList();
        FaultyServer.attach(server.keycloak(), methods, CONTROL);
    }

    @AfterAll
    static void stop() {
        if (realm != null) {
            realm.close();
        }
        if (server != null) {
            server.close();
        }
    }

    @Test
    void noFailureOfAHookOrObserverReachesARequest() throws Exception {
        for (String kind : List.of("RuntimeException", "StackOverflowError")) {
            fail(METHODS, kind, realm::answers);
            fail(AT_REMOVAL, kind, realm::removal);
        }
        fail(METHODS.stream().filter(method -> !isOfTimings(method)).toList(), MOVED, realm::answers);
        fail(AT_REMOVAL.stream().filter(method -> !isOfTimings(method)).toList(), MOVED, realm::removal);
        // A hook of the timings stops for good, and those that follow it are called.
        Map<String, Integer> unharmed = realm.answers();
        choose(TIMINGS, MOVED);
        for (int i = 0; i < 3; i++) {
            assertThat(realm.answers()).as("all hooks of the timings fail").isEqualTo(unharmed);
        }
        assertThat(realm.removal().values()).containsExactly(204);
        assertThat(choose("none", MOVED)).isPositive();

        List<String> log = Files.readAllLines(server.keycloak().log());
        Map<String, Long> warnings = log.stream()
                .map(WARNING::matcher)
                .filter(Matcher::find)
                .map(warning -> warning.group(1))
                .collect(Collectors.groupingBy(Function.identity(), Collectors.counting()));
        assertThat(warnings)
                .containsKeys(parts())
                .isNotEmpty()
                .allSatisfy((part, count) -> assertThat(count).as(part).isEqualTo(1));
        assertThat(log)
                .filteredOn(line -> line.contains("which is now disabled: "))
                .isNotEmpty();
        assertThat(log)
                .filteredOn(line -> line.contains("Request observer micrometer failed"))
                .hasSize(1);
        assertThat(log).noneMatch(line -> line.contains(" ERROR "));
    }

    private static boolean isOfTimings(String method) {
        return method.startsWith(TIMINGS);
    }

    private static void fail(List<String> methods, String kind, Supplier<Map<String, Integer>> requests)
            throws Exception {
        Map<String, Integer> unharmed = requests.get();
        assertThat(unharmed.values()).isNotEmpty().allMatch(status -> status != 500);
        for (String method : methods) {
            choose(method, kind);
            Map<String, Integer> answers = requests.get();
            int failed = choose("none", kind);
            assertThat(answers).as("%s out of %s", kind, method).isEqualTo(unharmed);
            assertThat(failed).as("%s out of %s", kind, method).isPositive();
        }
    }

    /** @return how often the fault before has occurred */
    private static int choose(String method, String kind) throws Exception {
        URI uri = URI.create("http://localhost:" + CONTROL + "/io.keylift." + method + "/" + kind);
        return Integer.parseInt(HttpClient.newHttpClient()
                .send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString())
                .body());
    }

    /** Names of all guards of hooks, as the warnings have them. */
    private static String[] parts() throws IOException {
        try (Stream<Path> files = Stream.concat(sources("extension-bulk-import"), sources("extension-metrics"))) {
            StringBuilder all = new StringBuilder();
            for (Path file : files.toList()) {
                all.append(Files.readString(file));
            }
            return Stream.concat(
                            PART.matcher(all).results().map(part -> part.group(1)),
                            Stream.of("queue times", "verification of passwords by keylift-bcrypt", "sending of mail"))
                    .filter(part -> !NOT_IN_REQUESTS.contains(part))
                    .distinct()
                    .toArray(String[]::new);
        }
    }

    private static Stream<Path> sources(String module) throws IOException {
        return Files.walk(Path.of("..", module, "src", "main", "java"))
                .filter(file -> file.toString().endsWith(".java"));
    }
}
