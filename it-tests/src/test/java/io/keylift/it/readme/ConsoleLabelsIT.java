// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.readme;

import static org.assertj.core.api.Assertions.assertThat;

import io.keylift.it.http.AdminHttp;
import io.keylift.it.server.Workspace;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.jar.JarFile;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Text in italics with a capital letter in the documentation is a label in the console. */
class ConsoleLabelsIT {

    private static final Pattern CODE = Pattern.compile("`[^`]+`");
    private static final Pattern LABEL = Pattern.compile("\\*([^*]+)\\*");
    private static final Pattern TEXT = Pattern.compile("(?s)(?:\"[^\"\n]+\"|\\w+):\\s+\"((?:[^\"\\\\]|\\\\.)*)\"");
    private static final String KEYCLOAKS = "theme/keycloak.v2/admin/messages/messages_en.properties";

    @Test
    void everyLabelIsOnAScreen() throws IOException {
        Set<String> ours = ours();
        Set<String> known = new TreeSet<>(ours);
        known.addAll(keycloaks());
        known.addAll(dashboards());
        TreeMap<String, String> unknown = new TreeMap<>();
        Documentation docs = Documentation.read();
        for (Page page : docs.pages()) {
            if (docs.path(page).startsWith("docs/")) {
                labels(page).stream()
                        .filter(label -> !known.contains(label))
                        .forEach(label -> unknown.put(label, docs.path(page)));
            }
        }

        assertThat(unknown).as("labels that no screen has").isEmpty();
        assertThat(labels(docs.page("docs/console.md")))
                .as("labels of our pages")
                .filteredOn(ours::contains)
                .hasSizeGreaterThan(20);
    }

    /** The labels on a path through the console, such as <i>Realm settings → Themes</i>, one by one. */
    private static Set<String> labels(Page page) {
        String text = page.lines().stream()
                .filter(line -> !line.code())
                .map(line -> CODE.matcher(line.text())
                        .replaceAll("")
                        .replace("**", "")
                        .strip())
                .collect(Collectors.joining(" "));
        return Sources.find(LABEL, text).stream()
                .filter(label -> Character.isUpperCase(label.charAt(0)))
                .flatMap(label -> Stream.of(label.split(" → ")))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static Set<String> ours() throws IOException {
        Path english = Sources.ROOT.resolve("themes/src/main/web/language/en.ts");
        Set<String> texts = new TreeSet<>(Sources.find(TEXT, Files.readString(english)));
        assertThat(texts).hasSizeGreaterThan(150);
        return texts;
    }

    private static Set<String> keycloaks() throws IOException {
        Properties messages = new Properties();
        try (JarFile console = new JarFile(console().toFile());
                Reader reader = new InputStreamReader(
                        console.getInputStream(console.getEntry(KEYCLOAKS)), StandardCharsets.UTF_8)) {
            messages.load(reader);
        }
        return messages.values().stream().map(String::valueOf).collect(Collectors.toSet());
    }

    private static Path console() throws IOException {
        try (Stream<Path> jars = Files.list(Workspace.distribution().resolve("lib/lib/main"))) {
            return jars.filter(jar -> jar.getFileName().toString().startsWith("org.keycloak.keycloak-admin-ui-"))
                    .findFirst()
                    .orElseThrow();
        }
    }

    private static Set<String> dashboards() throws IOException {
        try (Stream<Path> files = Files.list(Sources.ROOT.resolve("docker/conf/grafana/dashboards"))) {
            Set<String> titles = new TreeSet<>();
            for (Path file : files.toList()) {
                if (file.toString().endsWith(".json")) {
                    titles.add(
                            AdminHttp.parse(Files.readString(file)).get("title").asText());
                }
            }
            return titles;
        }
    }
}
