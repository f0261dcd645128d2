// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Whole directories. */
public final class FileTree {

    private FileTree() {}

    public static void delete(Path root) {
        if (!Files.exists(root)) {
            return;
        }
        try (Stream<Path> tree = Files.walk(root)) {
            for (Path path : tree.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(path);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot delete " + root, e);
        }
    }

    /**
     * Copies a directory, with its attributes, to one that does not exist yet. Files that never change are linked
     * instead, which takes neither time nor space.
     *
     * @param unchanging selects, by the path relative to {@code source}, the files that no program will write to
     */
    static void copy(Path source, Path target, Predicate<Path> unchanging) {
        try (Stream<Path> tree = Files.walk(source)) {
            List<Path> paths = tree.toList();
            for (Path path : paths) {
                Path relative = source.relativize(path);
                Path copy = target.resolve(relative.toString());
                if (Files.isDirectory(path)) {
                    Files.copy(path, copy, StandardCopyOption.COPY_ATTRIBUTES);
                } else if (unchanging.test(relative)) {
                    link(path, copy);
                } else {
                    Files.copy(path, copy, StandardCopyOption.COPY_ATTRIBUTES);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot copy " + source + " to " + target, e);
        }
    }

    private static void link(Path file, Path link) throws IOException {
        try {
            Files.createLink(link, file);
        } catch (UnsupportedOperationException e) {
            Files.copy(file, link, StandardCopyOption.COPY_ATTRIBUTES);
        }
    }
}
