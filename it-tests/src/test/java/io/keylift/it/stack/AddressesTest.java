// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.stack;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The addresses that services connect to, and whether a service listens at each. */
class AddressesTest {

    private static final Path COLLECTOR = Stack.CONF.resolve("otel/collector.yaml");
    private static final Path TEMPO = Stack.CONF.resolve("tempo/tempo.yaml");
    private static final Path BALANCER = Stack.CONF.resolve("haproxy/haproxy.cfg");
    private static final Path PROMETHEUS = Stack.CONF.resolve("prometheus/prometheus.yml");

    /** Ports from the documentation of an image, where our own files do not name them. */
    private static final Map<String, Set<Integer>> BY_DEFAULT = Map.of(
            "postgres", Set.of(5432),
            "postgres-exporter", Set.of(9187),
            "prometheus", Set.of(9090),
            "alertmanager", Set.of(9093),
            "grafana", Set.of(3000),
            // The page, OTLP, and its health.
            "jaeger", Set.of(16686, 4317, 13133));

    private static Map<String, Set<Integer>> listening() throws IOException {
        Map<String, Set<Integer>> ports = new HashMap<>(BY_DEFAULT);
        Set<Integer> keycloak = new HashSet<>();
        Stream.of(Dockerfile.read().lastStage("EXPOSE").get(0).split(" "))
                .map(Integer::valueOf)
                .forEach(keycloak::add);
        ports.put("keycloak", keycloak);
        ports.put("keycloak-2", keycloak);
        ports.put("load-balancer", numbers("bind :(\\d+)", Files.readString(BALANCER)));
        ports.put("otel-collector", numbers("(?:endpoint: 0\\.0\\.0\\.0:|port: )(\\d+)", Files.readString(COLLECTOR)));
        ports.put("tempo", numbers("(?:endpoint: 0\\.0\\.0\\.0:|port: )(\\d+)", Files.readString(TEMPO)));
        return ports;
    }

    private static Set<Integer> numbers(String pattern, String text) {
        Set<Integer> found = new HashSet<>();
        Matcher matcher = Pattern.compile(pattern).matcher(text);
        while (matcher.find()) {
            found.add(Integer.valueOf(matcher.group(1)));
        }
        return found;
    }

    @Test
    void somebodyListensAtEachPublishedPort() throws IOException {
        Map<String, Set<Integer>> listening = listening();
        assertThat(listening.keySet())
                .containsExactlyInAnyOrderElementsOf(Stack.services().keySet());

        Stack.services()
                .forEach((name, service) -> Stack.texts(service.path("ports"))
                        .forEach(port -> assertThat(listening.get(name))
                                .as("%s: %s", name, port)
                                .contains(Integer.valueOf(port.substring(port.lastIndexOf(':') + 1)))));
    }

    @Test
    void eachHealthCheckAsksAPortOfItsOwnService() throws IOException {
        Map<String, Set<Integer>> listening = listening();
        Stack.services().forEach((name, service) -> {
            String check = String.join(" ", Stack.texts(service.at("/healthcheck/test")));
            assertThat(listening.get(name))
                    .as("%s: %s", name, check)
                    .containsAll(numbers("://127.0.0.1:(\\d+)", check));
        });
    }

    /** Every "name:port" of a service, in all files. */
    @Test
    void everyAddressOfAServiceIsOneThatItHas() throws IOException {
        Map<String, Set<Integer>> listening = listening();
        Set<String> called = new HashSet<>();
        Pattern address = Pattern.compile("(?<![\\w.-])("
                + String.join(
                        "|",
                        listening.keySet().stream()
                                .sorted((a, b) -> b.length() - a.length())
                                .toList()) + "):(\\d+)");
        Set<Path> files = new HashSet<>(Stack.confFiles());
        files.add(Stack.COMPOSE);
        for (Path file : files) {
            Matcher matcher = address.matcher(withoutImages(file));
            while (matcher.find()) {
                called.add(matcher.group(1));
                assertThat(listening.get(matcher.group(1)))
                        .as("%s in %s", matcher.group(), file)
                        .contains(Integer.valueOf(matcher.group(2)));
            }
        }
        assertThat(called)
                .contains("postgres", "keycloak", "keycloak-2", "otel-collector", "jaeger", "tempo", "prometheus")
                .contains("alertmanager");
    }

    /** The version of an image looks like a port. */
    private static String withoutImages(Path file) throws IOException {
        return Files.readString(file).replaceAll("(?m)^ +image: .*$", "");
    }

    @Test
    void prometheusFindsEachTargetAtItsPort() throws IOException {
        Map<String, Set<Integer>> listening = listening();
        Set<String> targets = new HashSet<>();
        for (JsonNode job : Stack.yaml(PROMETHEUS).path("scrape_configs")) {
            for (JsonNode found : job.path("dns_sd_configs")) {
                List<String> names = Stack.texts(found.path("names"));
                targets.addAll(names);
                names.forEach(name -> assertThat(listening.get(name))
                        .as(name)
                        .contains(found.path("port").asInt()));
            }
        }
        assertThat(targets)
                .contains("keycloak", "keycloak-2", "postgres-exporter", "otel-collector", "tempo", "alertmanager");
    }

    /** Each receiver has a pipeline, and each described component is used. */
    @Test
    void theCollectorUsesWhatItDescribes() {
        JsonNode collector = Stack.yaml(COLLECTOR);
        for (String kind : List.of("receivers", "processors", "exporters")) {
            Set<String> used = new HashSet<>();
            collector.at("/service/pipelines").forEach(pipeline -> used.addAll(Stack.texts(pipeline.path(kind))));
            assertThat(used)
                    .as(kind)
                    .isNotEmpty()
                    .containsExactlyInAnyOrderElementsOf(Stack.texts(collector.path(kind)));
        }
        assertThat(Stack.texts(collector.at("/service/pipelines/traces/processors")))
                .as("what is refused for lack of memory is refused first")
                .startsWith("memory_limiter");
    }

    /** Whether it does is tried with a real collector, which takes minutes to build. */
    @Test
    void theCollectorTakesSecretsOutBeforeItKeepsAnything() {
        JsonNode collector = Stack.yaml(COLLECTOR);

        assertThat(Stack.texts(collector.at("/service/pipelines/traces/processors")))
                .containsExactly("memory_limiter", "redaction", "tail_sampling", "batch");
        assertThat(Stack.texts(collector.at("/processors/redaction/blocked_key_patterns")))
                .containsExactly("^url\\.query$");
    }

    @Test
    void tracesGoToTheCollectorAndFromThereToBothBackends() {
        assertThat(Stack.service("keycloak")
                        .at("/environment/KC_TRACING_ENDPOINT")
                        .asText())
                .isEqualTo("http://otel-collector:"
                        + Stack.yaml(COLLECTOR)
                                .at("/receivers/otlp/protocols/grpc/endpoint")
                                .asText()
                                .replaceFirst(".*:", ""));
        assertThat(Stack.fields(Stack.yaml(COLLECTOR).path("exporters")).values())
                .extracting(exporter -> exporter.path("endpoint").asText())
                .containsExactlyInAnyOrder("jaeger:4317", "tempo:4317");
    }

    /** Tempo keeps its data on its volume. */
    @Test
    void tempoWritesToItsVolume() {
        JsonNode trace = Stack.yaml(TEMPO).at("/storage/trace");
        assertThat(Stack.texts(Stack.service("tempo").path("volumes"))).contains("tempo-data:/var/tempo");
        assertThat(trace.at("/wal/path").asText()).startsWith("/var/tempo/");
        assertThat(trace.at("/local/path").asText()).startsWith("/var/tempo/");
    }
}
