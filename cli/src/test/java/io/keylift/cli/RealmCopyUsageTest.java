// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How the commands about realms must not be given; no server is asked. */
class RealmCopyUsageTest {

    @TempDir
    private Path folder;

    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private final Map<String, String> environment = new HashMap<>();

    @BeforeEach
    void configure() {
        environment.put("KEYLIFT_CONFIG", folder.toString());
        environment.put("KEYLIFT_SERVER", "http://localhost:1");
        environment.put("KEYLIFT_REALM", "acme");
        environment.put("KEYLIFT_CLIENT_ID", "importer");
        environment.put("KEYLIFT_CLIENT_SECRET", "not-for-any-output");
    }

    private String refusal(String... arguments) {
        PrintStream stream = new PrintStream(err, true, StandardCharsets.UTF_8);
        Terminal terminal = new Terminal(InputStream.nullInputStream(), stream, stream, environment, false);

        assertThat(Main.run(terminal, arguments)).isEqualTo(ExitCode.USAGE);

        return err.toString(StandardCharsets.UTF_8);
    }

    @Test
    void aCopyRequiresTheNameOfTheNewRealm() {
        assertThat(refusal("realm", "copy")).contains("--to-realm", "KEYLIFT_TO_REALM");
    }

    @Test
    void nothingIsChangedByApplyAlone() {
        assertThat(refusal("realm", "copy", "--to-realm", "new", "--apply")).contains("--settings");
    }

    @Test
    void keysAreForNewRealmsOnly() {
        assertThat(refusal("import", "realm.zip", "--settings", "--with-keys")).contains("--with-keys");
    }

    @Test
    void keysWithoutANewRealmAreRefused() {
        assertThat(refusal("import", "realm.zip", "--with-keys")).contains("--create-realm");
    }

    @Test
    void optionsOfAJobAreNotForARealm() {
        assertThat(refusal("import", "realm.zip", "--create-realm", "--if-exists", "skip"))
                .contains("of their own");
        assertThat(refusal("import", "realm.zip", "--create-realm", "--job", "mine"))
                .contains("of their own");
    }

    @Test
    void theRealmOfAdministratorsIsNotCopied() {
        assertThat(refusal("realm", "copy", "--realm", "master", "--to-realm", "new"))
                .contains("master");
    }

    @Test
    void theTargetHasACallerOfItsOwn() {
        environment.put("KEYLIFT_TO_SERVER", "http://localhost:2");

        assertThat(refusal("realm", "copy", "--to-realm", "new"))
                .contains("--to-client-id")
                .doesNotContain("not-for-any-output");
    }

    @Test
    void anotherCallerWithoutAServerIsNotIgnored() {
        environment.put("KEYLIFT_TO_CLIENT_ID", "realm-maker");

        assertThat(refusal("realm", "copy", "--to-realm", "new")).contains("--to-server");
    }

    @Test
    void aProfileNamesTheTarget() throws IOException {
        Files.writeString(folder.resolve("test.properties"), "server=ftp://localhost\n");

        assertThat(refusal("realm", "copy", "--to-profile", "test", "--to-realm", "new"))
                .contains("requires an address");
        assertThat(refusal("realm", "copy", "--to-profile", "none", "--to-realm", "new"))
                .contains("There is no profile");
    }
}
