// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.client.realm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keylift.client.input.InputFailure;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files with the documents of a realm. */
class DocumentSourceTest {

    private static final String STORAGE = "0b5c8d6e-0000-4000-8000-000000000001";
    private static final String REALM = "{\"realm\":\"acme\",\"clients\":[{\"clientId\":\"shop\"}],"
            + "\"defaultGroups\":[\"/all\"],\"authenticationFlows\":[{\"id\":\"f\",\"alias\":\"mine\"}]}";
    private static final String USERS = "{\"users\":[{\"username\":\"ada\",\"federationLink\":\"" + STORAGE + "\"}]}";

    @TempDir
    private Path folder;

    private Path zip(Map<String, String> entries) throws IOException {
        Path file = folder.resolve("realm.zip");
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(file))) {
            for (Map.Entry<String, String> entry : new TreeMap<>(entries).entrySet()) {
                zip.putNextEntry(new ZipEntry(entry.getKey()));
                zip.write(entry.getValue().getBytes(StandardCharsets.UTF_8));
            }
        }
        return file;
    }

    private static String sent(DocumentSource source, Map<String, String> ids) throws IOException {
        try (RealmPart part = source.open(source.parts().get(0), new References("acme", "new", ids), true);
                InputStream in = part.input().open()) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Test
    void anArchiveHasTheSettingsAndIsSentInItsOrderWithTheNewIds() throws Exception {
        Path file = zip(Map.of(
                "export/acme-realm.json",
                REALM,
                "export/acme-users-10.json",
                "{\"users\":[]}",
                "export/acme-users-2.json",
                USERS,
                "__MACOSX/acme-realm.json",
                "x"));

        DocumentSource source = DocumentSource.of(file);

        assertThat(source.settings().realm()).isEqualTo("acme");
        assertThat(source.settings().defaultGroups()).containsExactly("/all");
        assertThat(source.settings().flows()).isEqualTo(Map.of("f", "mine"));
        assertThat(source.settings().document().has("clients")).isFalse();
        String other = STORAGE.replace('0', 'f');
        assertThat(sent(source, Map.of(STORAGE, other, "f", "g")))
                .isEqualTo(REALM + USERS.replace(STORAGE, other) + "{\"users\":[]}");
    }

    @Test
    void aSingleFileMayBeCompressed() throws Exception {
        Path file = folder.resolve("acme.json.gz");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
            out.write(REALM.getBytes(StandardCharsets.UTF_8));
        }

        DocumentSource source = DocumentSource.of(file);

        assertThat(source.settings().realm()).isEqualTo("acme");
        assertThat(sent(source, Map.of())).isEqualTo(REALM);
    }

    @Test
    void whatIsNoDocumentOfOneRealmIsRefused() throws Exception {
        Path several = zip(Map.of("a-realm.json", REALM, "b-realm.json", REALM));
        Path array = Files.writeString(folder.resolve("all.json"), "[" + REALM + "]");
        Path records = Files.writeString(folder.resolve("users.json"), "{\"username\":\"ada\"}");

        assertThatThrownBy(() -> DocumentSource.of(several))
                .isInstanceOf(InputFailure.class)
                .hasMessageContaining("2 files");
        assertThatThrownBy(() -> DocumentSource.of(array))
                .isInstanceOf(InputFailure.class)
                .hasMessageContaining("take one realm out");
        assertThatThrownBy(() -> DocumentSource.of(records))
                .isInstanceOf(InputFailure.class)
                .hasMessageContaining("no realm");
    }
}
