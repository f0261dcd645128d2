// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.readme;

import io.keylift.formats.Mapping;
import io.keylift.it.imports.support.KnownPasswords;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;

/** Files of a system under the names that its guide uses. */
record GuideSamples(String system) {

    /** Samples that only the guides need. */
    private static final Path MORE = Path.of("src/test/resources/systems");

    private static final Map<String, Map<String, String>> FILES = Map.of(
            "auth0", Map.of("users.json", "users.ndjson", "password-hashes.ndjson", "hashes.ndjson"),
            "cognito", Map.of("users.json", "list-users.json"),
            "entra", Map.of("exportUsers.csv", "users.csv"),
            "ldap", Map.of("directory.ldif", "people.ldif"));

    private static final Map<String, List<String>> MORE_FILES = Map.of(
            "scim", List.of("groups.json"),
            "supabase", List.of("identities.csv", "factors.csv"),
            "wordpress", List.of("usermeta.tsv"));

    /** Names in the guides that readers replace by ids of their own. */
    private static final Map<String, String> PLACEHOLDERS = Map.of(
            "GROUPID", "2cb54732-d0f4-4f0c-9d9e-00000000000a",
            "APPLICATIONID", "3c219e58-ed0e-4b18-ad48-f4f92793ae32");

    static List<String> systems() {
        return Mapping.names();
    }

    /** Name of the folder of the sample. */
    String known() {
        return system.equals("ldap") ? "openldap" : system;
    }

    String filledIn(String commands) {
        String text = commands;
        for (Map.Entry<String, String> placeholder : PLACEHOLDERS.entrySet()) {
            text = text.replace(placeholder.getKey(), placeholder.getValue());
        }
        return text;
    }

    void writeTo(Path folder) throws IOException {
        Path sample = KnownPasswords.SYSTEMS.resolve(known());
        Map<String, String> renamed = FILES.get(system);
        if (renamed == null) {
            for (String name : names(sample)) {
                Files.copy(sample.resolve(name), folder.resolve(name));
            }
        } else {
            for (Map.Entry<String, String> file : renamed.entrySet()) {
                Files.copy(sample.resolve(file.getValue()), folder.resolve(file.getKey()));
            }
        }
        for (String name : MORE_FILES.getOrDefault(system, List.of())) {
            Files.copy(MORE.resolve(name), folder.resolve(name));
        }
        if (system.equals("auth0")) {
            try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(folder.resolve("users.json.gz")))) {
                Files.copy(folder.resolve("users.json"), out);
            }
        }
        if (system.equals("wordpress")) {
            // No cell of the sample has a comma.
            String table = Files.readString(folder.resolve("users.csv"), StandardCharsets.UTF_8);
            Files.writeString(folder.resolve("users.tsv"), table.replace(',', '\t'));
        }
    }

    private static List<String> names(Path sample) throws IOException {
        try (Stream<Path> files = Files.list(sample)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> !name.matches("(target|records)\\.ndjson"))
                    .toList();
        }
    }
}
