// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.stack;

import static org.assertj.core.api.Assertions.assertThat;

import io.keylift.it.server.Workspace;
import io.keylift.it.stack.InstalledProgram.Result;
import java.io.IOException;
import java.nio.file.FileVisitOption;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Replaces Keycloak's own image where no registry is reachable. It consists of the distribution of all tests, the JVM
 * of the test, and this machine's shell and the few programs that {@code kc.sh} and the image's health check call.
 */
final class StandInBase {

    private static final List<String> PROGRAMS = List.of(
            "bash",
            "cat",
            "dirname",
            "env",
            "grep",
            "id",
            "printf",
            "readlink",
            "sed",
            "sh",
            "sleep",
            "uname",
            "xargs");

    private static final Pattern LIBRARY = Pattern.compile("(/\\S+) \\(0x");
    private static final Path JAVA_HOME = Path.of(System.getProperty("java.home"));

    private static final String DOCKERFILE = """
            FROM scratch
            COPY --chown=1000:0 keycloak /opt/keycloak
            COPY root /
            # Without D-Bus, the build would try to reach it for ten seconds.
            ENV DBUS_SYSTEM_BUS_ADDRESS=tcp:host=localhost
            ENV PATH=/bin JAVA_HOME=/usr/lib/jvm JAVA_OPTS_KC_HEAP="-Xms256m -Xmx1g" JAVA_OPTS_APPEND="%s"
            """;

    private StandInBase() {}

    /** Writes the context of its build into an empty directory, with a Dockerfile, and returns the directory. */
    static Path write(Path context) throws IOException, InterruptedException {
        InstalledProgram.run(context, Map.of(), List.of("rm", "-rf", "keycloak", "root"));
        Files.writeString(
                context.resolve("Dockerfile"), DOCKERFILE.formatted(String.join(" ", Workspace.serverJvmArguments())));
        copy(Workspace.distribution(), context.resolve("keycloak"));
        Path root = context.resolve("root");
        for (String directory : List.of("bin", "lib", "conf")) {
            copy(JAVA_HOME.resolve(directory), root.resolve("usr/lib/jvm").resolve(directory));
        }
        for (Path program : programs()) {
            copyFile(program, root.resolve("bin").resolve(program.getFileName()));
        }
        for (Path library : libraries()) {
            copyFile(library, root.resolve(Path.of("/").relativize(library)));
        }
        Files.createDirectories(root.resolve("etc"));
        Files.writeString(root.resolve("etc/passwd"), "keycloak:x:1000:0::/opt/keycloak:/bin/sh\n");
        Path tmp = Files.createDirectories(root.resolve("tmp"));
        Files.setPosixFilePermissions(tmp, PosixFilePermissions.fromString("rwxrwxrwx"));
        return context;
    }

    private static List<Path> programs() {
        return PROGRAMS.stream()
                .map(program -> Stream.of("/bin", "/usr/bin")
                        .map(directory -> Path.of(directory, program))
                        .filter(Files::isExecutable)
                        .findFirst()
                        .orElseThrow(() -> new IllegalStateException("This machine has no " + program)))
                .toList();
    }

    /** The shared libraries of the programs and of the JVM, the loader included, without the JVM's own. */
    private static Set<Path> libraries() throws IOException, InterruptedException {
        List<String> command =
                new ArrayList<>(List.of("ldd", JAVA_HOME.resolve("bin/java").toString()));
        programs().forEach(program -> command.add(program.toString()));
        try (Stream<Path> files = Files.walk(JAVA_HOME.resolve("lib"))) {
            files.map(Path::toString).filter(file -> file.endsWith(".so")).forEach(command::add);
        }
        Result result = InstalledProgram.run(Path.of("/"), Map.of(), command);
        assertThat(result.exitCode()).as(result.output()).isZero();
        Set<Path> libraries = new TreeSet<>();
        Matcher matcher = LIBRARY.matcher(result.output());
        while (matcher.find()) {
            libraries.add(Path.of(matcher.group(1)));
        }
        libraries.removeIf(library -> library.startsWith(JAVA_HOME));
        return libraries;
    }

    /** Copies a directory with what its links lead to; those that lead nowhere are left out. */
    private static void copy(Path source, Path target) throws IOException {
        Files.walkFileTree(
                source, EnumSet.of(FileVisitOption.FOLLOW_LINKS), Integer.MAX_VALUE, new SimpleFileVisitor<>() {
                    @Override
                    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                        if (Files.exists(file)) {
                            copyFile(file, target.resolve(source.relativize(file)));
                        }
                        return FileVisitResult.CONTINUE;
                    }
                });
    }

    private static void copyFile(Path source, Path target) throws IOException {
        Files.createDirectories(target.getParent());
        Files.copy(source, target, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.COPY_ATTRIBUTES);
    }
}
