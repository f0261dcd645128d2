// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.observability;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.keylift.it.server.FileTree;
import io.keylift.it.server.Workspace;
import io.keylift.it.stack.InstalledProgram;
import io.keylift.it.stack.InstalledProgram.Result;
import io.keylift.it.stack.Stack;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * An OpenTelemetry Collector of the components in our configuration, in the version of compose.yaml. Its own builder
 * compiles it; Go takes minutes for that.
 */
final class CollectorBuild {

    static final Path CONFIGURATION = Stack.CONF.resolve("otel/collector.yaml");

    private static final String MODULE = "go.opentelemetry.io/collector/";
    private static final String CONTRIB = "github.com/open-telemetry/opentelemetry-collector-contrib/";
    private static final List<String> SORTS = List.of("receiver", "processor", "exporter");

    /** The components of the configuration that are in the other repository. */
    private static final Set<String> IN_CONTRIB =
            Set.of("processor/redactionprocessor", "processor/tailsamplingprocessor");

    /** Speaks a protocol that a test takes in. */
    private static final String TO_TEST = MODULE + "exporter/otlphttpexporter";

    /** The configuration comes from a file and from variables of the environment. */
    private static final List<String> PROVIDERS =
            List.of(MODULE + "confmap/provider/fileprovider", MODULE + "confmap/provider/envprovider");

    /** A collector of traces has no profiles, and not each proxy of Go modules has this module. */
    private static final String PROFILES = CONTRIB + "pkg/ottl/contexts/xprofile";

    private static final Path WITHOUT_PROFILES = Workspace.directory()
            .resolve("../src/test/resources/io/keylift/it/observability/xprofile")
            .normalize();

    private CollectorBuild() {}

    /** Builds it anew; the program. Skips the test without Go. */
    static Path build() throws IOException, InterruptedException {
        InstalledProgram.require("go", "golang-go");
        Path directory = Workspace.directory("collector");
        Path collector = directory.resolve("built/collector");
        String version = Stack.service("otel-collector").path("image").asText().replaceFirst(".*:", "v");
        Path source = collector.getParent();
        FileTree.delete(source);
        List<String> components = components();
        Path manifest = Files.writeString(directory.resolve("builder.yaml"), manifest(source, components, version));
        go(
                directory,
                "run",
                MODULE + "cmd/builder@" + version,
                "--config=" + manifest,
                "--skip-get-modules",
                "--skip-compilation");
        // The builder's own list of modules leads to some that only the tests of others need.
        Files.deleteIfExists(source.resolve("go.mod"));
        go(source, "mod", "init", "collector");
        go(source, "mod", "edit", "-replace=" + PROFILES + "=" + WITHOUT_PROFILES);
        get(source, Stream.concat(Stream.of(MODULE + "otelcol"), components.stream()), version);
        // Stable modules have a version of their own in each release.
        String stable = go(source, "list", "-m", "-f", "{{.Version}}", MODULE + "confmap")
                .strip();
        get(source, PROVIDERS.stream(), stable);
        go(source, "get", ".");
        go(source, "build", "-o", collector.toString(), ".");
        return collector;
    }

    private static void get(Path source, Stream<String> modules, String version)
            throws IOException, InterruptedException {
        go(
                source,
                Stream.concat(Stream.of("get"), modules.map(module -> module + "@" + version))
                        .toArray(String[]::new));
    }

    /** Runs Go and returns what it prints. */
    private static String go(Path directory, String... arguments) throws IOException, InterruptedException {
        Result result = InstalledProgram.run(
                directory,
                Map.of(),
                Stream.concat(Stream.of("go"), Stream.of(arguments)).toList());
        assertThat(result.exitCode()).as(result.output()).isZero();
        return result.output();
    }

    /** Each is a Go module, named after its type and its sort, except {@code otlp_grpc} with an older name. */
    private static List<String> components() {
        JsonNode configuration = Stack.yaml(CONFIGURATION);
        Stream<String> named = SORTS.stream()
                .flatMap(sort -> Stack.texts(configuration.path(sort + "s")).stream()
                        .map(name -> name.replaceFirst("/.*", "")
                                .replace("otlp_grpc", "otlp")
                                .replace("_", ""))
                        .map(type -> sort + "/" + type + sort))
                .distinct()
                .map(component -> (IN_CONTRIB.contains(component) ? CONTRIB : MODULE) + component);
        return Stream.concat(named, Stream.of(TO_TEST)).toList();
    }

    private static String manifest(Path source, List<String> components, String version) {
        StringBuilder manifest = new StringBuilder("dist:\n  name: collector\n  output_path: " + source + "\n");
        for (String sort : SORTS) {
            manifest.append(sort).append("s:\n");
            components.stream()
                    .filter(component -> component.contains("/" + sort + "/"))
                    .forEach(component -> manifest.append("  - gomod: " + component + " " + version + "\n"));
        }
        manifest.append("providers:\n");
        PROVIDERS.forEach(provider -> manifest.append("  - gomod: " + provider + " " + version + "\n"));
        return manifest.toString();
    }
}
