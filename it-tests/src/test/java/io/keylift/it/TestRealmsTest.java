// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.keylift.it.wording.SourceFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class TestRealmsTest {

    private static final Pattern WITH_NEW_KEYS =
            Pattern.compile("TenantRealm\\.create\\(|\\bpost\\(\\s*\"/admin/realms\"");

    /** One provides the keys, and one compares the results of both ways. */
    private static final List<String> EXCEPTIONS = List.of("TestRealms.java", "RealmTemplateIT.java");

    @Test
    void noTestLetsKeycloakGenerateTheKeysOfARealm() throws IOException {
        List<String> found = new ArrayList<>();
        for (Path file : SourceFiles.ofIntegrationTests()) {
            if (WITH_NEW_KEYS.matcher(Files.readString(file)).find()) {
                found.add(file.getFileName().toString());
            }
        }

        assertThat(found).containsExactlyInAnyOrderElementsOf(EXCEPTIONS);
    }
}
