// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.exports;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.it.OnSharedServer;
import io.keylift.it.SharedServer;
import io.keylift.it.imports.support.ImportAnswer;
import io.keylift.it.imports.support.ImportClient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Each realm document of a folder, by property {@code soak.documents}, goes into a new realm three times. Such
 * documents are in the repositories of other projects and stay there: what they show that is new belongs into
 * {@link OlderDocumentsIT}, in words of our own. Prints the summary and the rejects of each.
 */
@OnSharedServer
@Tag("soak-found-documents")
@Tag("soak-only")
class FoundDocumentsIT {

    private static final String REALM = "found-document";
    private static final String PARAMETERS = "?ids=prefer&ifExists=skip";

    static List<Path> documents() throws IOException {
        try (Stream<Path> files = Files.list(Path.of(System.getProperty("soak.documents", "")))) {
            return files.filter(file -> file.toString().endsWith(".json"))
                    .sorted()
                    .toList();
        }
    }

    @ParameterizedTest
    @MethodSource("documents")
    void furtherImportsOfADocumentChangeNothing(Path document, SharedServer server) throws IOException {
        ImportClient client = ImportClient.inNewRealm(server, REALM);
        try {
            String profile = "/admin/realms/" + REALM + "/users/profile";
            server.admin()
                    .put(
                            profile,
                            ((ObjectNode) server.admin().get(profile)).put("unmanagedAttributePolicy", "ENABLED"));
            byte[] body = Files.readAllBytes(document);

            ImportAnswer first = client.post(PARAMETERS, "application/json", body);
            System.out.println(document.getFileName() + " " + first.summary());
            first.rejects().forEach(reject -> System.out.println("  " + reject));
            ImportAnswer second = client.post(PARAMETERS, "application/json", body);

            assertThat(first.addsUp().end()).isEqualTo("COMPLETED");
            assertThat(second.addsUp().count("rejected")).isLessThanOrEqualTo(first.count("rejected"));
            assertThat(second.count("skipped")).isEqualTo(second.count("read") - second.count("rejected"));
            ImportAnswer third = client.post("?ids=prefer&ifExists=overwrite", "application/json", body);
            assertThat(RealmStreams.counts(third.summary().get("parts"), "updated")
                            .entrySet())
                    .filteredOn(part -> part.getValue() > 0)
                    .extracting(Map.Entry::getKey)
                    .as("passwords are replaced")
                    .isSubsetOf("users");
        } finally {
            server.admin().delete("/admin/realms/" + REALM);
        }
    }
}
