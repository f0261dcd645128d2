// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.readme;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.module.ModuleDescriptor.Version;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The build, the change sets of the database, the contract and the documents agree on the versions. */
class VersionsTest {

    private static final Path RESOURCES = Sources.ROOT.resolve("extension-bulk-import/src/main/resources");
    private static final String CHANGELOG = "CHANGELOG.md";

    /** A version of ours, whole or without its last number, as in {@code Keylift 1.2} or {@code v1.2.3}. */
    private static final Pattern OURS =
            Pattern.compile("(?i)(?:\\bkeylift |\\brelease |`git tag v)(\\d+\\.\\d+(?:\\.\\d+)?)");

    private final String pom = Files.readString(Sources.ROOT.resolve("pom.xml"));
    private final String revision = property("revision");
    private final Documentation docs = Documentation.read();

    VersionsTest() throws IOException {}

    private String property(String name) {
        return Sources.find(Pattern.compile("<" + Pattern.quote(name) + ">([^<]+)<"), pom)
                .get(0);
    }

    @ParameterizedTest
    @ValueSource(strings = {"import", "capability"})
    void changeSetsAreOfThisVersionOrOfEarlierOnes(String name) throws IOException {
        String changeLog = Files.readString(RESOURCES.resolve("META-INF/keylift-" + name + "-changelog.xml"));
        Pattern ids = Pattern.compile("<changeSet author=\"keylift\" id=\"([^-\"]+)-");
        List<Version> versions =
                Sources.find(ids, changeLog).stream().map(Version::parse).toList();

        assertThat(versions)
                .hasSameSizeAs(Sources.find(Pattern.compile("(<changeSet )"), changeLog))
                .isSorted()
                .allMatch(version -> version.compareTo(Version.parse(revision)) <= 0);
    }

    /** Also those that a text offers for download. */
    @Test
    void theDocumentsNameNoOtherVersion() {
        for (Page page : docs.pages()) {
            if (!docs.path(page).equals(CHANGELOG)) {
                for (Page.Line line : page.lines()) {
                    assertThat(Sources.find(OURS, line.text()))
                            .as("%s:%s", docs.path(page), line.number())
                            .noneMatch(version -> !(revision + ".").startsWith(version + "."));
                }
            }
        }
        assertThat(docs.page("README.md").table("Compatibility").get(0).get(0)).matches("Keylift \\d.*");
    }

    @Test
    void theContractHasTheVersion() throws IOException {
        String contract = Files.readString(RESOURCES.resolve("io/keylift/bulkimport/schema/openapi.yaml"));

        assertThat(revision).startsWith(contract.split("version: \"")[1].split("\"")[0] + ".");
    }

    @Test
    void theReadmeNamesTheKeycloakOfTheBuildAndOfTheTests() {
        String tested = property("keycloak.dist.version");
        String readme = String.join(
                "\n",
                docs.page("README.md").lines().stream().map(Page.Line::text).toList());

        assertThat(readme)
                .contains("built against " + property("keycloak.version") + ", tested on " + tested)
                .contains("keycloak-" + tested + "/bin/kc.sh");
        assertThat(Sources.find(Pattern.compile("keycloak-(\\d+\\.\\d+\\.\\d+)"), readme))
                .containsOnly(tested);
    }
}
