// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.release;

import static org.assertj.core.api.Assertions.assertThat;

import io.keylift.it.server.Workspace;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The licenses of the libraries in {@code keylift.jar}. */
class LibraryLicensesIT {

    private static final String LICENSE = "META-INF/LICENSE";

    /** A sentence of each license. */
    private static final Map<String, String> SENTENCES = Map.of(
            "Apache-2.0", "Apache License",
            "BSD-2-Clause", "Redistribution and use in source and binary forms",
            "BSL-1.0", "Boost Software License",
            "MIT", "Permission is hereby granted, free of charge, to any person obtaining a copy",
            "MPL-2.0", "Mozilla Public License Version 2.0");

    private static final Map<String, String> TEXTS = new TreeMap<>();
    private static final Map<String, Library> LIBRARIES = new TreeMap<>();

    /**
     * A line of the list.
     *
     * @param licenses names of SPDX
     * @param texts files in the JAR
     */
    private record Library(Set<String> licenses, List<String> texts) {}

    private static Set<String> files;

    @BeforeAll
    static void read() throws IOException {
        try (JarFile jar =
                new JarFile(Workspace.release().resolve("keylift.jar").toFile())) {
            files = jar.stream()
                    .filter(entry -> !entry.isDirectory())
                    .map(entry -> entry.getName().replaceFirst("^META-INF/versions/\\d+/", ""))
                    .collect(Collectors.toSet());
            for (String name : files) {
                if (name.matches("META-INF/([\\w-]*LICENSE|[\\w-]*NOTICE|[\\w-]+\\.txt|licenses/.*)")) {
                    byte[] text = jar.getInputStream(jar.getEntry(name)).readAllBytes();
                    TEXTS.put(name, new String(text, StandardCharsets.UTF_8));
                }
            }
        }
        TEXTS.get("META-INF/THIRD-PARTY.txt")
                .lines()
                .map(line -> line.split(" \\| "))
                .forEach(parts -> {
                    if (parts.length == 4) {
                        LIBRARIES.put(
                                parts[0].contains("/") || parts[0].endsWith("*")
                                        ? parts[0].replace("*", "")
                                        : parts[0].replace('.', '/') + "/",
                                new Library(Set.of(parts[2].split(" AND ")), Arrays.asList(parts[3].split(" "))));
                    }
                });
    }

    @Test
    void everyFileIsOursOrOfALibraryOfTheList() {
        assertThat(files)
                .filteredOn(file -> !file.startsWith("io/keylift/") && !file.startsWith("META-INF/"))
                .hasSizeGreaterThan(1000)
                .allMatch(file -> LIBRARIES.keySet().stream().anyMatch(file::startsWith));
        assertThat(LIBRARIES.keySet())
                .isNotEmpty()
                .allMatch(prefix -> files.stream().anyMatch(file -> file.startsWith(prefix)));
    }

    @Test
    void theTextOfEachLicenseIsThere() {
        assertThat(LIBRARIES).hasSizeGreaterThan(10).allSatisfy((prefix, library) -> {
            String texts = library.texts().stream()
                    .map(name -> TEXTS.getOrDefault(name, "").replaceAll("\\s+", " "))
                    .collect(Collectors.joining(" "));
            assertThat(texts)
                    .contains(library.licenses().stream()
                            .map(license -> SENTENCES.getOrDefault(license, "a license without a sentence: " + license))
                            .toList());
            assertThat(TEXTS).containsKeys(library.texts().toArray(String[]::new));
        });
    }

    @Test
    void noTextIsThereThatTheListDoesNotName() throws IOException {
        Set<String> named = LIBRARIES.values().stream()
                .flatMap(library -> library.texts().stream())
                .collect(Collectors.toSet());

        assertThat(TEXTS.keySet())
                .filteredOn(name -> !name.equals("META-INF/NOTICE") && !name.equals("META-INF/THIRD-PARTY.txt"))
                .isSubsetOf(named);
        assertThat(TEXTS.get(LICENSE)).isEqualTo(Files.readString(Path.of("../LICENSE")));
    }
}
