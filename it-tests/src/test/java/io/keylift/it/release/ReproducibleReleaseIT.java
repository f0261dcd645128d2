// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.release;

import static org.assertj.core.api.Assertions.assertThat;

import io.keylift.it.SecondTier;
import io.keylift.it.server.FileTree;
import io.keylift.it.server.Workspace;
import io.keylift.it.stack.InstalledProgram;
import io.keylift.it.stack.InstalledProgram.Result;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Builds the release twice, from two copies of the sources, and compares the files. */
@SecondTier
// Minutes: at the end, others would not last as long.
@Order(3)
@Tag("soak-release")
class ReproducibleReleaseIT {

    private static final Path SOURCES = Path.of("..").toAbsolutePath().normalize();

    /** Folders of build output and of the history, which are no sources. */
    private static final Set<String> NO_SOURCES = Set.of("target", "node_modules", ".git");

    @Test
    void twoBuildsHaveTheSameBytes() throws IOException, InterruptedException {
        ReleaseFiles one = build("one", "umask 022", "-T2", Map.of("TZ", "UTC"));
        ReleaseFiles other = build("folder/of/another", "umask 077", "-T1", Map.of("TZ", "Asia/Tokyo", "LC_ALL", "C"));

        for (String jar : ReleaseFiles.JARS) {
            assertThat(one.version(jar)).matches("\\d+\\.\\d+\\.\\d+");
        }
        assertThat(one.digests())
                .containsKeys(ReleaseFiles.SBOM, ReleaseFiles.CHECKSUMS)
                .isEqualTo(other.digests());
    }

    private static ReleaseFiles build(String folder, String umask, String threads, Map<String, String> environment)
            throws IOException, InterruptedException {
        Path copy = Workspace.directory("release").resolve(folder);
        FileTree.delete(copy);
        copySources(copy);
        String command = umask + " && exec ./mvnw -B " + threads
                + " -Prelease package -DskipTests -pl '!harness,!bench,!it-tests'" + " -Dmaven.repo.local='"
                + System.getProperty("localRepository") + "'";
        Result result = InstalledProgram.run(copy, environment, List.of("sh", "-c", command));
        assertThat(result.exitCode()).as(result.output()).isZero();
        return new ReleaseFiles(copy.resolve("target/release"));
    }

    private static void copySources(Path target) throws IOException {
        Files.walkFileTree(SOURCES, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes)
                    throws IOException {
                if (NO_SOURCES.contains(directory.getFileName().toString())) {
                    return FileVisitResult.SKIP_SUBTREE;
                }
                Files.createDirectories(copyOf(directory));
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                Files.copy(file, copyOf(file), StandardCopyOption.COPY_ATTRIBUTES);
                return FileVisitResult.CONTINUE;
            }

            private Path copyOf(Path source) {
                return target.resolve(SOURCES.relativize(source).toString());
            }
        });
    }
}
