// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.readme;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The Java sources of all modules, to check the guides against them. */
final class Sources {

    static final Path ROOT = Path.of("..").toAbsolutePath().normalize();

    private static final Set<String> MODULES =
            Set.of("extension-bulk-import", "extension-metrics", "client", "cli", "formats", "it-tests");
    private static final Pattern IMPORT = Pattern.compile("(?m)^import (?:static )?[a-z0-9_.]+\\.([A-Z]\\w*)");
    private static final Pattern TEXT = Pattern.compile("\"((?:[^\"\\\\\n]|\\\\.)*)\"");

    private final Map<Path, String> files;

    private Sources(Map<Path, String> files) {
        this.files = files;
    }

    static Sources read() throws IOException {
        Map<Path, String> files = new TreeMap<>();
        for (String module : MODULES) {
            Files.walkFileTree(ROOT.resolve(module).resolve("src"), new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                    if (file.toString().endsWith(".java")) {
                        files.put(file, Files.readString(file));
                    }
                    return FileVisitResult.CONTINUE;
                }
            });
        }
        return new Sources(files);
    }

    /** Names of our classes that have a file, and of those that our sources import. */
    Set<String> classes() {
        Set<String> names = new TreeSet<>();
        files.forEach((file, source) -> {
            names.add(file.getFileName().toString().replace(".java", ""));
            names.addAll(find(IMPORT, source));
        });
        return names;
    }

    /** Whether the classes of this name have such a method, or only others do. */
    boolean hasMethod(String className, String method) {
        return files.entrySet().stream()
                .filter(file -> file.getKey().endsWith(className + ".java"))
                .anyMatch(file -> file.getValue().contains(" " + method + "("));
    }

    /** Names of the test classes with tests that are named after a law. */
    Set<String> testsOfLaw(int law) {
        Set<String> names = new TreeSet<>();
        files.forEach((file, source) -> {
            if (source.contains("void law" + law + "_")) {
                names.add(file.getFileName().toString().replace(".java", ""));
            }
        });
        return names;
    }

    /** Texts of the code that is shipped, without that of tests. */
    Set<String> texts() {
        Set<String> texts = new TreeSet<>();
        files.forEach((file, source) -> {
            if (isShipped(file)) {
                texts.addAll(find(TEXT, source));
            }
        });
        return texts;
    }

    /** Names of the classes that are shipped and have this code. */
    Set<String> shippedWith(String code) {
        return files.entrySet().stream()
                .filter(file -> isShipped(file.getKey()) && file.getValue().contains(code))
                .map(file -> file.getKey().getFileName().toString().replace(".java", ""))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static boolean isShipped(Path file) {
        return file.toString().contains("/src/main/") && !file.toString().contains("/it-tests/");
    }

    static List<String> find(Pattern pattern, String text) {
        List<String> found = new ArrayList<>();
        Matcher matcher = pattern.matcher(text);
        while (matcher.find()) {
            found.add(matcher.group(1));
        }
        return found;
    }
}
