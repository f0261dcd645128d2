// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.release;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import com.fasterxml.jackson.databind.JsonNode;
import io.keylift.it.OnSharedServer;
import io.keylift.it.SharedServer;
import io.keylift.it.server.Workspace;
import java.io.IOException;
import java.lang.module.ModuleDescriptor.Version;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/** The files of a release, which all other tests use, and the version in them. */
@OnSharedServer
class ReleaseIT {

    private static final String VERSION = System.getProperty("keylift.version");
    private static final String SNAPSHOT = "-SNAPSHOT";

    private final ReleaseFiles release = new ReleaseFiles(Workspace.release());

    @Test
    void itHasTheJarsWithAnSbomAndTheirChecksums() throws IOException {
        SortedMap<String, String> digests = release.digests();
        List<String> names = new ArrayList<>(ReleaseFiles.JARS);
        names.add(ReleaseFiles.COMMAND_OF_WINDOWS);
        names.add(ReleaseFiles.CHECKSUMS);
        if (hasSbom()) {
            names.add(ReleaseFiles.SBOM);
        }

        assertThat(digests).containsOnlyKeys(names);
        digests.remove(ReleaseFiles.CHECKSUMS);
        assertThat(release.checksums()).isEqualTo(digests);
    }

    @Test
    void theManifestsHaveTheVersion() throws IOException {
        for (String jar : ReleaseFiles.JARS) {
            assertThat(release.version(jar)).as(jar).isEqualTo(VERSION);
        }
    }

    @Test
    void theServerReportsTheVersion(SharedServer server) {
        JsonNode providers = server.admin().get("/admin/serverinfo").path("providers");

        assertThat(providers.at("/admin-realm-restapi-extension/providers/bulk-import/operationalInfo/version"))
                .hasToString('"' + VERSION + '"');
        assertThat(providers.at("/eventsListener/providers/keylift-metrics/operationalInfo/version"))
                .hasToString('"' + VERSION + '"');
    }

    /** The providers have our own classes and files only, see {@code PackagedJarIT}; the command has its libraries. */
    @Test
    void theSbomNamesTheJarsByTheirChecksumsAndTheLibrariesOfTheCommand() throws IOException {
        Assumptions.assumeTrue(hasSbom(), "An SBOM is made by a build that is online");
        Map<String, String> checksums = release.checksums();
        JsonNode sbom = release.sbom();

        assertThat(sbom.path("bomFormat").asText()).isEqualTo("CycloneDX");
        assertThat(sbom.at("/metadata/component/version").asText()).isEqualTo(VERSION);
        assertThat(sbom.path("components").findValuesAsText("name")).contains("httpclient5", "jackson-core", "picocli");
        assertThat(sbom.path("components"))
                .filteredOn(component ->
                        checksums.containsKey(component.path("name").asText() + ".jar"))
                .extracting(
                        component -> component.path("purl").asText(),
                        component -> component.path("version").asText(),
                        component -> component.at("/licenses/0/license/id").asText(),
                        ReleaseIT::sha256)
                .containsExactlyInAnyOrderElementsOf(ReleaseFiles.JARS.stream()
                        .map(jar -> tuple(
                                "pkg:maven/io.keylift/" + jar.replace(".jar", "") + "@" + VERSION + "?type=jar",
                                VERSION,
                                "Apache-2.0",
                                checksums.get(jar)))
                        .toList());
    }

    /** Changes that are not released stand above all releases. */
    @Test
    void theChangelogHasTheVersionAndBelowItEarlierOnes() throws IOException {
        String changelog = Files.readString(Path.of("../CHANGELOG.md"));
        boolean released = !VERSION.endsWith(SNAPSHOT);
        String heading = released ? "## \\[" + VERSION + "] - \\d{4}-\\d\\d-\\d\\d" : "## \\[Unreleased]";
        List<Version> listed = Pattern.compile("(?m)^## \\[(\\d.*?)]")
                .matcher(changelog)
                .results()
                .map(section -> Version.parse(section.group(1)))
                .toList();

        assertThat(changelog.lines().filter(line -> line.startsWith("## ")).findFirst())
                .get()
                .asString()
                .matches(heading);
        assertThat(listed)
                .isSortedAccordingTo(Comparator.reverseOrder())
                .filteredOn(version -> !released || !version.equals(Version.parse(VERSION)))
                .noneMatch(version -> version.compareTo(Version.parse(VERSION.replace(SNAPSHOT, ""))) >= 0);
    }

    private static String sha256(JsonNode component) {
        for (JsonNode hash : component.path("hashes")) {
            if (hash.path("alg").asText().equals("SHA-256")) {
                return hash.path("content").asText();
            }
        }
        return null;
    }

    /** Maven's plugin makes none without a network. */
    private boolean hasSbom() {
        return !"offline: true".equals(System.getProperty("keylift.network"))
                || Files.exists(release.directory().resolve(ReleaseFiles.SBOM));
    }
}
