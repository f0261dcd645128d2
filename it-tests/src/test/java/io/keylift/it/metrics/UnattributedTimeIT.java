// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.keylift.it.SecondTier;
import io.keylift.it.TestRealms;
import io.keylift.it.imports.support.Sql;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** The unattributed time of requests, compared with independent measurements. */
@SecondTier
@OnMeteredServer
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class UnattributedTimeIT {

    private static final String TOKEN = "/realms/{realm}/protocol/{protocol}/token";

    /** So long that other use of the processor by such requests is negligible. */
    private static final double PROCESSOR_SECONDS = 1;

    private static final int READERS = 3;
    private static final int REQUESTS = 200;

    /** Enough collections that rounding to milliseconds, as the JVM does, is negligible. */
    private static final int COLLECTIONS = 4;

    /** A line such as {@code GC(12) Pause Full (System.gc()) 95M->91M(512M) 83.042ms}. */
    private static final Pattern PAUSE = Pattern.compile(" Pause (?:Full|Young) .* (\\d+\\.\\d+)ms$");

    /** Longer than all other time of such a request. */
    private static final double PAUSE_SECONDS = 2;

    private MeteredServer server;

    @BeforeAll
    void server(MeteredServer metered) {
        server = metered;
    }

    /** The collector pauses the server meanwhile: that is not the client's. */
    @Test
    void waitsForTheClientAreThoseOfItsSocketAndPausesThoseOfTheCollector() throws Exception {
        server.admin().token();
        byte[] form = "grant_type=password&client_id=admin-cli&username=nobody&password=nothing"
                .getBytes(StandardCharsets.UTF_8);
        URI address = server.keycloak().baseUrl();
        double pauses;
        double seconds;
        try (Socket socket = new Socket(address.getHost(), address.getPort())) {
            String head = "POST /realms/master/protocol/openid-connect/token HTTP/1.1\r\nHost: localhost\r\n"
                    + "Connection: close\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: "
                    + form.length + "\r\n\r\n";
            socket.getOutputStream().write(head.getBytes(StandardCharsets.UTF_8));
            socket.getOutputStream().write(form, 0, form.length / 2);
            long sent = System.nanoTime();
            await().until(() -> isWaiting(0.1));
            double before = pauses();
            for (int i = 0; i < COLLECTIONS; i++) {
                collect();
            }
            pauses = pauses() - before;
            await().atMost(Duration.ofSeconds(20)).until(() -> isWaiting(PAUSE_SECONDS));
            seconds = (System.nanoTime() - sent) / 1e9;
            socket.getOutputStream().write(form, form.length / 2, form.length - form.length / 2);
            assertThat(new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                    .startsWith("HTTP/1.1 400 ");
        }

        server.settle();
        List<JsonNode> requests = server.requests("POST", TOKEN);
        JsonNode slow = requests.get(requests.size() - 1);
        double client = slow.get("client").asLong() / 1e9;
        double gc = slow.get("gc").asLong() / 1e9;
        System.out.printf(
                "Client: ours %.3f s, its socket %.3f s; pauses: ours %.3f s, the collector's %.3f s%n",
                client, seconds - pauses, gc, pauses);
        assertThat(client).isCloseTo(seconds - pauses, within(0.05 * seconds));
        assertThat(pauses).isPositive();
        assertThat(gc).isCloseTo(pauses, within(0.05 * pauses));
    }

    private boolean isWaiting(double seconds) {
        return StreamSupport.stream(server.inFlight().get("requests").spliterator(), false)
                .anyMatch(request -> request.get("phase").asText().equals("client")
                        && request.get("uri").asText().equals(TOKEN)
                        && request.get("phaseAge").asDouble() > seconds);
    }

    /** Pauses in the collector's own log, in seconds. */
    private double pauses() throws IOException {
        try (Stream<String> lines = Files.lines(server.gcLog())) {
            return lines.map(PAUSE::matcher)
                    .filter(Matcher::find)
                    .mapToDouble(pause -> Double.parseDouble(pause.group(1)) / 1e3)
                    .sum();
        }
    }

    private void collect() throws IOException {
        double before = server.total("jvm_gc_pause_seconds_count");
        Jcmd.run(server.keycloak(), "GC.run");
        await().until(() -> server.total("jvm_gc_pause_seconds_count") > before);
    }

    /** The first reader of an uncached realm makes all further readers wait. */
    @Test
    void waitsForLocksAreThoseOfTheFlightRecorder() throws Exception {
        TestRealms.create(server.admin(), "parked");
        HttpRequest request = HttpRequest.newBuilder(
                        server.keycloak().baseUrl().resolve("/realms/parked/protocol/openid-connect/certs"))
                .build();
        server.settle();
        int before = server.requests().size();
        server.admin().post("/admin/realms/master/clear-realm-cache", null);
        FlightRecording recording = FlightRecording.of(server.keycloak(), "jdk.ThreadPark");
        List<CompletableFuture<?>> requests = new ArrayList<>();
        try (Sql sql = new Sql(server.database())) {
            sql.begin();
            sql.execute("lock table authentication_flow in access exclusive mode");
            // Once the realm's name is cached, the others need no connection before they wait for the lock.
            requests.add(HttpClient.newHttpClient().sendAsync(request, BodyHandlers.discarding()));
            // Keycloak's task that removes expired sessions may read it first, and then this one waits, too.
            await().until(() -> inFlight("sql") + inFlight("parked") == 1);
            while (requests.size() < READERS) {
                requests.add(HttpClient.newHttpClient().sendAsync(request, BodyHandlers.discarding()));
            }
            await().until(() -> inFlight("parked") >= READERS - 1);
            await().pollDelay(Duration.ofMillis((long) (1000 * PAUSE_SECONDS))).until(() -> true);
            sql.rollback();
        }
        CompletableFuture.allOf(requests.toArray(CompletableFuture[]::new)).join();
        double theirs = recording.seconds("parkedClass", "ReentrantLock");
        server.settle();

        double ours = server.requests().stream()
                        .skip(before)
                        .mapToLong(parked -> parked.get("parked").asLong())
                        .sum()
                / 1e9;
        System.out.printf("Parked: ours %.3f s, the flight recorder's %.3f s%n", ours, theirs);
        assertThat(theirs).isGreaterThan(PAUSE_SECONDS * (READERS - 1));
        assertThat(ours).isCloseTo(theirs, within(0.05 * theirs));
    }

    private int inFlight(String phase) {
        return server.inFlight().at("/phases/" + phase).asInt();
    }

    /** To generate a key takes seconds of a processor, and nothing else. */
    @Test
    void processorTimeIsThatOfTheOperatingSystem() throws IOException {
        String id = server.admin()
                .get("/admin/realms/master/clients?clientId=admin-cli")
                .get(0)
                .get("id")
                .asText();
        server.settle();
        Map<Path, Double> before = processorSeconds();
        int keys = 0;
        double theirs = 0;
        // A key may be found at once.
        while (theirs < PROCESSOR_SECONDS) {
            server.admin()
                    .post("/admin/realms/master/clients/" + id + "/certificates/jwt.credential/generate", Map.of());
            keys++;
            // A thread that has ended meanwhile did not work here.
            theirs = processorSeconds().entrySet().stream()
                    .mapToDouble(thread -> thread.getValue() - before.getOrDefault(thread.getKey(), 0.0))
                    .sum();
        }

        server.settle();
        List<JsonNode> requests =
                server.requests("POST", "/admin/realms/{realm}/clients/{client-uuid}/certificates/{attr}/generate");
        double ours = requests.stream()
                        .skip(requests.size() - keys)
                        .mapToLong(request -> request.get("cpu").asLong())
                        .sum()
                / 1e9;
        System.out.printf("Processor time: ours %.3f s, the operating system's %.3f s%n", ours, theirs);
        assertThat(ours).isCloseTo(theirs, within(0.05 * theirs));
    }

    /** The JVM counts what all threads allocate, also those that work for no request, at each collection. */
    @Test
    void allocatedMemoryIsMostOfWhatTheJvmAllocates() throws Exception {
        server.admin().token();
        server.settle();
        collect();
        double before = server.total("jvm_gc_memory_allocated_bytes_total");
        int known = server.requests().size();
        for (int i = 0; i < REQUESTS; i++) {
            server.admin().get("/admin/realms/master/clients");
        }
        server.settle();
        collect();
        double all = server.total("jvm_gc_memory_allocated_bytes_total") - before;

        double ours = server.requests().stream()
                .skip(known)
                .mapToLong(request -> request.get("allocated").asLong())
                .sum();
        System.out.printf("Allocated: ours %.1f MB, the JVM's %.1f MB%n", ours / 1e6, all / 1e6);
        assertThat(ours).isBetween(0.4 * all, 1.02 * all);
    }

    /** Processor time of each thread that works for requests, in seconds. */
    private Map<Path, Double> processorSeconds() throws IOException {
        Map<Path, Double> seconds = new HashMap<>();
        try (DirectoryStream<Path> threads =
                Files.newDirectoryStream(Path.of("/proc/" + server.keycloak().pid() + "/task"))) {
            for (Path thread : threads) {
                if (Files.readString(thread.resolve("comm")).startsWith("executor-")) {
                    String[] nanos =
                            Files.readString(thread.resolve("schedstat")).split(" ");
                    seconds.put(thread, Double.parseDouble(nanos[0]) / 1e9);
                }
            }
        }
        return seconds;
    }
}
