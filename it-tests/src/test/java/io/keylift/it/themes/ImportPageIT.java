// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.themes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.keylift.it.OnSharedServer;
import io.keylift.it.SharedServer;
import io.keylift.it.browser.Accessibility;
import io.keylift.it.browser.AdminConsole;
import io.keylift.it.http.AdminHttp;
import java.io.IOException;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.support.ui.Select;

/** Imports from the console: what the page shows, and what the server has done. */
@OnSharedServer
class ImportPageIT extends OneBrowser {

    private static final String SCRIPT = "<script>document.title='run'</script>";

    @Test
    void aFileIsTriedOutAndImported(SharedServer server) throws IOException {
        ThemedRealm realm = ThemedRealm.create(server, "import-page");
        Path file = UserFile.of(
                "good-and-bad.ndjson",
                List.of(
                        "{\"username\":\"milton\",\"enabled\":true}",
                        "{\"username\":\"" + SCRIPT + "\",\"salary\":1}",
                        "{\"username\":\"samir\",\"enabled\":true}",
                        "{\"username\":",
                        "{\"username\":\"peter\",\"realmRoles\":[\"no such role\"]}"));
        AdminConsole console = realm.open(browser, "imports");
        console.element("keylift-file").sendKeys(file.toString());
        console.press("[data-testid=keylift-start]");
        console.find("[data-status=COMPLETED]");
        assertThat(console.element("view-header").getText()).startsWith("Dry run of users");
        assertThat(console.element("keylift-added").getText()).isEqualTo("2");
        assertThat(console.element("keylift-rejected").getText()).isEqualTo("3");
        console.find("[data-verdict=partial]");
        assertThat(users(server, realm)).doesNotContain("milton", "samir");

        console.press("[data-testid=keylift-in-earnest]");
        console.awaitText("h1", text -> text.startsWith("Import of users") && text.contains("Completed"));
        assertThat(console.element("keylift-added").getText()).isEqualTo("2");
        assertThat(users(server, realm)).contains("milton", "samir");

        String id = jobIn();
        String rejects =
                console.awaitText("[data-testid=keylift-reject-table] tbody", text -> text.contains("/realmRoles/0"));
        assertThat(rejects).contains(SCRIPT, "unknown_field", "/salary", "malformed_json", "unknown_role");
        assertThat(console.count("[data-testid=keylift-reject-table] tbody tr")).isEqualTo(3);
        assertThat(console.count("#keylift-page script")).isZero();
        assertThat(browser.run("return document.title")).isNotEqualTo("run");

        console.press("[data-testid=keylift-download]");
        List<JsonNode> downloaded = browser.awaitDownload(id + "-rejects.ndjson").stream()
                .map(AdminHttp::parse)
                .toList();
        assertThat(downloaded).extracting(reject -> reject.get("line").asInt()).containsExactly(2, 4, 5);
        assertThat(downloaded.get(0).get("key").asText()).isEqualTo(SCRIPT);

        console.press("[data-testid=keylift-back]");
        console.awaitText("tr[data-job='" + id + "']", text -> text.contains("Completed"));
        assertThat(console.count("tr[data-job]")).isEqualTo(2);
        console.press("tr[data-job='" + id + "'] [data-testid=keylift-forget]");
        console.press("[data-testid=keylift-forget-confirm]");
        await().until(() -> console.count("tr[data-job]") == 1);

        assertThat(browser.errors()).isEmpty();
        assertThat(browser.requests())
                .extracting(URI::getAuthority)
                .containsOnly(server.keycloak().baseUrl().getAuthority());
    }

    @Test
    void pastedLinesOfCsvAreImported(SharedServer server) {
        ThemedRealm realm = ThemedRealm.create(server, "import-page-csv");
        AdminConsole console = realm.open(browser, "imports");
        console.element("keylift-lines").sendKeys("username,enabled\nbill,true\nnina,true\n");
        switchOff("keylift-dry-run");
        console.press("[data-testid=keylift-start]");
        console.find("[data-status=COMPLETED]");
        assertThat(console.element("keylift-added").getText()).isEqualTo("2");
        assertThat(users(server, realm)).contains("bill", "nina");
        assertThat(browser.errors()).isEmpty();
    }

    @Test
    void anArchiveIsImportedWithoutWhatTheRealmDoesNotHave(SharedServer server) throws IOException {
        ThemedRealm realm = ThemedRealm.create(server, "import-page-archive");
        Path archive = UserFile.archive(
                "acme.zip",
                Map.of(
                        "export/acme-realm.json",
                        "{\"realm\":\"acme\",\"groups\":[{\"name\":\"Depot\"}]}",
                        "export/acme-users-0.json",
                        "{\"realm\":\"acme\",\"users\":[{\"username\":\"bill\",\"realmRoles\":[\"packer\"]},"
                                + "{\"username\":\"nina\",\"groups\":[\"/Depot\"],\"realmRoles\":[\"packer\"]}]}"));
        AdminConsole console = realm.open(browser, "imports");
        console.element("keylift-file").sendKeys(archive.toString());
        console.element("keylift-several-kinds");
        leaveOutUnknownReferences(console);
        new Select(console.element("keylift-no-password")).selectByValue("update");
        assertThat(console.count("[data-testid=keylift-kind], [data-testid=keylift-dry-run]"))
                .isZero();
        assertThat(Accessibility.violations(browser, "[data-testid=keylift-import-form]"))
                .isEmpty();
        console.press("[data-testid=keylift-start]");
        awaitSuccess(console, "Import of several kinds");
        assertThat(console.element("keylift-added").getText()).isEqualTo("3");
        assertThat(console.element("keylift-warning-table").getText())
                .contains("unknown_role users /realmRoles/* 2 2, 3 The realm has no role with this name.");
        assertThat(Accessibility.violations(browser, "#keylift-page")).isEmpty();
        JsonNode users = server.admin().get(realm.path("/users?briefRepresentation=false&search=nina"));
        assertThat(users.findValue("requiredActions").toString()).isEqualTo("[\"UPDATE_PASSWORD\"]");

        console.press("[data-testid=keylift-back]");
        console.element("keylift-lines").sendKeys("username,realmRoles[]\ntom,packer|offline_access\n");
        leaveOutUnknownReferences(console);
        console.press("[data-testid=keylift-start]");
        awaitSuccess(console, "Dry run of users");
        assertThat(console.element("keylift-warning-table").getText()).contains("unknown_role");
        assertThat(users(server, realm)).contains("bill", "nina").doesNotContain("tom");
        console.press("[data-testid=keylift-in-earnest]");
        awaitSuccess(console, "Import of users");
        assertThat(users(server, realm)).contains("tom");
        assertThat(browser.errors()).isEmpty();

        console.press("[data-testid=keylift-back]");
        Path empty = UserFile.archive("empty.zip", Map.of("notes.txt", "nothing"));
        console.element("keylift-file").sendKeys(empty.toString());
        console.element("keylift-several-kinds");
        console.press("[data-testid=keylift-start]");
        assertThat(console.element("keylift-upload-failed").getText())
                .startsWith("The upload failed: ")
                .contains("-realm.json");
    }

    @Test
    void aRemovalIsTriedOutAndConfirmedByTypingHowManyGo(SharedServer server) throws IOException {
        ThemedRealm realm = ThemedRealm.create(server, "import-page-removal");
        realm.importing("users", "{\"username\":\"bill\"}\n{\"username\":\"nina\"}\n{\"username\":\"tom\"}\n");
        AdminConsole console = realm.open(browser, "imports");
        new Select(console.element("keylift-op")).selectByValue("remove");
        console.element("keylift-lines").sendKeys("username\nbill\nnina\nnobody\n");
        console.press("[data-testid=keylift-start]");
        console.find("[data-status=COMPLETED]");
        assertThat(console.element("view-header").getText()).startsWith("Dry run of a removal of users");

        console.press("[data-testid=keylift-in-earnest]");
        assertThat(console.element("keylift-removal").getText())
                .contains("Remove 2 records of kind users from realm " + realm.name(), "1 not found");
        assertThat(Accessibility.violations(browser, "[data-testid=keylift-removal]"))
                .isEmpty();
        assertThat(console.element("keylift-removal-confirm").isEnabled()).isFalse();
        console.element("keylift-removal-count").sendKeys("2");
        console.press("[data-testid=keylift-removal-confirm]");
        console.awaitText("h1", text -> text.startsWith("Removal of users") && text.contains("Completed"));
        assertThat(console.element("keylift-removed").getText()).isEqualTo("2");
        assertThat(users(server, realm)).contains("tom").doesNotContain("bill", "nina");

        String id = jobIn();
        console.press("[data-testid=keylift-back]");
        console.awaitText("tr[data-job='" + id + "']", text -> text.contains("users · removal"));
        assertThat(browser.errors()).isEmpty();
    }

    @Test
    void anImportMovesPausesAndGoesOn(SharedServer server) throws IOException {
        ThemedRealm realm = ThemedRealm.create(server, "import-page-pause");
        Path file = UserFile.of("many.ndjson", 300_000, i -> "{\"username\":\"person-" + i + "\",\"enabled\":true}");
        AdminConsole console = realm.open(browser, "imports");
        console.element("keylift-file").sendKeys(file.toString());
        switchOff("keylift-dry-run");
        console.press("[data-testid=keylift-start]");

        console.awaitText("[data-testid=keylift-read]", text -> number(text) > 0);
        int early = progress(console);
        await().atMost(Duration.ofMinutes(1)).until(() -> progress(console) > early);
        assertThat(console.element("keylift-pace").getText()).contains("records per second", "remaining");

        console.press("[data-testid=keylift-pause]");
        console.find("[data-status=PAUSED]");
        String job = realm.path("/bulk-import/jobs/" + jobIn());
        assertThat(server.admin().get(job).get("status").asText()).isEqualTo("PAUSED");
        int paused = number(console.element("keylift-read").getText());
        assertThat(paused).isLessThan(300_000);

        console.press("[data-testid=keylift-resume]");
        console.find("[data-status=RUNNING]");
        console.awaitText("[data-testid=keylift-read]", text -> number(text) > paused);

        console.press("[data-testid=keylift-cancel]");
        console.press("[data-testid=keylift-cancel-confirm]");
        console.find("[data-status=CANCELLED]");
        assertThat(server.admin().get(job).get("status").asText()).isEqualTo("CANCELLED");
        assertThat(browser.errors()).isEmpty();
    }

    private static void awaitSuccess(AdminConsole console, String title) {
        console.awaitText("h1", text -> text.startsWith(title) && text.contains("Completed"));
        assertThat(console.count("[data-verdict=complete]"))
                .as(console.element("view-header").getText())
                .isEqualTo(1);
    }

    private static void leaveOutUnknownReferences(AdminConsole console) {
        console.press(".keylift-more > summary");
        console.press("[data-testid=keylift-leave-out] [value=unknown-references]");
    }

    private static int progress(AdminConsole console) {
        String now = console.element("keylift-progress").getDomAttribute("aria-valuenow");
        return now == null ? 0 : Integer.parseInt(now);
    }

    private static int number(String text) {
        return Integer.parseInt(text.replace(",", ""));
    }

    /** A switch lies under what it is drawn as. */
    private void switchOff(String testId) {
        browser.run("document.querySelector('[data-testid=" + testId + "]').click()");
    }

    private String jobIn() {
        String hash = (String) browser.run("return location.hash");
        return URLDecoder.decode(hash.substring(hash.lastIndexOf('/') + 1), StandardCharsets.UTF_8);
    }

    private static List<String> users(SharedServer server, ThemedRealm realm) {
        return server.admin().get(realm.path("/users")).findValuesAsText("username");
    }
}
