// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.stack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.keylift.it.http.AdminHttp;
import io.keylift.it.server.EmbeddedDatabase;
import io.keylift.it.server.FreePorts;
import io.keylift.it.server.ProcessGuard;
import io.keylift.it.server.TestDatabase;
import io.keylift.it.server.Workspace;
import io.keylift.it.stack.InstalledProgram.Result;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * The image as Buildah builds and runs it, without a container engine and without a registry: on {@link StandInBase},
 * as processes in this machine's network. The server has a certificate, and another management port than the default.
 */
final class BuildahImage implements RunningImage {

    private static final String IMAGE = "keylift-keycloak-test";
    private static final String CONTAINER = "keylift-keycloak-test";
    private static final String KEY_STORE = "/opt/keycloak/conf/server.p12";
    private static final String KEY_STORE_PASSWORD = "password";

    private static final Path BASE = Workspace.directory("image-base");

    private final Path directory = Workspace.directory("image");
    private final Path log = Workspace.directory("keycloak-logs").resolve("image.log");
    private final int port = FreePorts.next();
    private final int httpsPort = FreePorts.next();
    private final int management = FreePorts.next();
    private EmbeddedDatabase database;
    private JsonNode config;
    private Process server;

    private BuildahImage() {}

    /** Whether Buildah is there, and this process may own and mount what it needs for a container. */
    static boolean isPossible() throws IOException, InterruptedException {
        return InstalledProgram.isThere("buildah")
                && "root".equals(System.getProperty("user.name"))
                && InstalledProgram.run(Path.of("/"), Map.of(), List.of("unshare", "--mount", "true"))
                                .exitCode()
                        == 0;
    }

    static BuildahImage start() throws IOException, InterruptedException {
        BuildahImage image = new BuildahImage();
        boolean started = false;
        try {
            image.build();
            image.serve();
            started = true;
            return image;
        } finally {
            if (!started) {
                image.close();
            }
        }
    }

    private void build() throws IOException, InterruptedException {
        String base = Dockerfile.read().base();
        Path context = StandInBase.write(BASE);
        bud(base, context.resolve("Dockerfile"), context);
        bud(IMAGE, Dockerfile.PATH, Stack.ROOT);
        buildah("from", "--pull-never", "--name", CONTAINER, IMAGE);
        buildah("copy", "--chown=1000:0", CONTAINER, keyStore().toString(), KEY_STORE);
        config = AdminHttp.parse(buildah("inspect", CONTAINER)).at("/Docker/config");
    }

    /** A certificate for this machine, with its key. */
    private Path keyStore() throws IOException, InterruptedException {
        Path file = directory.resolve("server.p12");
        Files.deleteIfExists(file);
        expectSuccess(List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-keyalg",
                "EC",
                "-dname",
                "CN=localhost",
                "-storetype",
                "PKCS12",
                "-storepass",
                KEY_STORE_PASSWORD,
                "-keystore",
                file.toString()));
        return file;
    }

    /** Builds an image in Docker's format, because OCI's has no health check. */
    private void bud(String tag, Path file, Path context) throws IOException, InterruptedException {
        buildah(
                "bud",
                "--isolation=chroot",
                "--format=docker",
                "--pull-never",
                "--tag=" + tag,
                "--file=" + file,
                context.toString());
    }

    private void serve() throws IOException {
        database = TestDatabase.start();
        List<String> command = inContainer();
        command.addAll(Stack.texts(config.path("Entrypoint")));
        command.addAll(Stack.texts(config.path("Cmd")));
        server = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(Redirect.to(log.toFile()))
                .start();
        ProcessGuard.instance().watch(server.pid(), "TERM");
        await("the image's Keycloak, see " + log)
                .atMost(Duration.ofMinutes(4))
                .until(() -> !server.isAlive() || isHealthy());
        assertThat(server.isAlive()).as("%s", log).isTrue();
    }

    /** The environment of the server and its health check. */
    private Map<String, String> environment() {
        return Map.ofEntries(
                Map.entry("KC_BOOTSTRAP_ADMIN_USERNAME", ADMIN),
                Map.entry("KC_BOOTSTRAP_ADMIN_PASSWORD", ADMIN),
                Map.entry("KC_HTTP_ENABLED", "true"),
                Map.entry("KC_HTTP_PORT", Integer.toString(port)),
                Map.entry("KC_HTTPS_PORT", Integer.toString(httpsPort)),
                Map.entry("KC_HTTPS_KEY_STORE_FILE", KEY_STORE),
                Map.entry("KC_HTTPS_KEY_STORE_PASSWORD", KEY_STORE_PASSWORD),
                Map.entry("KC_HTTP_MANAGEMENT_PORT", Integer.toString(management)),
                Map.entry("KC_HOSTNAME_STRICT", "false"),
                Map.entry("KC_DB_URL", database.jdbcUrl("keycloak")),
                Map.entry("KC_DB_USERNAME", EmbeddedDatabase.USER),
                Map.entry("KC_DB_PASSWORD", EmbeddedDatabase.PASSWORD),
                Map.entry("KC_CACHE", "local"));
    }

    @Override
    public URI baseUrl() {
        return URI.create("http://127.0.0.1:" + port);
    }

    @Override
    public URI managementUrl() {
        return URI.create("http://127.0.0.1:" + management);
    }

    @Override
    public boolean isHealthy() throws IOException, InterruptedException {
        List<String> check = Stack.texts(config.at("/Healthcheck/Test"));
        assertThat(check).startsWith("CMD");
        List<String> command = inContainer();
        command.addAll(check.subList(1, check.size()));
        return InstalledProgram.run(directory, Map.of(), command).exitCode() == 0;
    }

    @Override
    public String log() throws IOException {
        return Files.readString(log);
    }

    @Override
    public String run(String... command) throws IOException, InterruptedException {
        List<String> all = inContainer();
        all.addAll(List.of(command));
        return expectSuccess(all);
    }

    private List<String> inContainer() {
        List<String> command = command("run", "--isolation=chroot");
        environment().forEach((name, value) -> command.add("--env=" + name + "=" + value));
        command.addAll(List.of(CONTAINER, "--"));
        return command;
    }

    private String buildah(String... arguments) throws IOException, InterruptedException {
        return expectSuccess(command(arguments));
    }

    /** A command with a storage of its own, separate from other images and containers of this machine. */
    private List<String> command(String... arguments) {
        List<String> command = new ArrayList<>(List.of(
                "buildah",
                "--storage-driver=vfs",
                "--root=" + directory.resolve("storage"),
                "--runroot=" + directory.resolve("run")));
        command.addAll(List.of(arguments));
        return command;
    }

    private String expectSuccess(List<String> command) throws IOException, InterruptedException {
        Result result = InstalledProgram.run(directory, Map.of(), command);
        assertThat(result.exitCode()).as("%s: %s", command, result.output()).isZero();
        return result.output();
    }

    @Override
    public void close() {
        try {
            if (server != null) {
                end(server);
            }
            // Gigabytes that are no longer needed.
            InstalledProgram.run(
                    directory.getParent(), Map.of(), List.of("rm", "-rf", directory.toString(), BASE.toString()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            if (database != null) {
                database.close();
            }
        }
    }

    private static void end(Process server) throws InterruptedException {
        List<ProcessHandle> all = Stream.concat(server.descendants(), Stream.of(server.toHandle()))
                .toList();
        all.forEach(ProcessHandle::destroy);
        server.waitFor(30, TimeUnit.SECONDS);
        all.forEach(ProcessHandle::destroyForcibly);
        ProcessGuard.instance().unwatch(server.pid());
    }
}
