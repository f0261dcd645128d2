// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.themes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.keylift.it.SecondTier;
import io.keylift.it.ThemedJar;
import io.keylift.it.browser.Accessibility;
import io.keylift.it.browser.AdminConsole;
import io.keylift.it.browser.Browser;
import io.keylift.it.http.AdminHttp;
import io.keylift.it.imports.support.Sql;
import io.keylift.it.server.EmbeddedDatabase;
import io.keylift.it.server.KeycloakServer;
import io.keylift.it.server.TestDatabase;
import io.keylift.it.server.TestServer;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.openqa.selenium.support.ui.Select;

/** The views of the history in the console of realm master. Their server writes each second, from its start on. */
@SecondTier
// Others measure the memory of their own browser.
@Execution(ExecutionMode.SAME_THREAD)
class TimingsHistoryPageIT {

    private static final String HISTORY = "spi-keylift-request-observer--timings-history--";
    private static final String TOKEN = "/realms/{realm}/protocol/{protocol}/token";
    private static final String PAGE = "#keylift-page";
    private static final String ROW = "tr[data-endpoint='POST " + TOKEN + " password']";
    /** More than a comparison needs. */
    private static final int SIGN_INS = 25;

    /** The requests of this version again, as those of another ten minutes ago, with hardly a statement. */
    private static final String VERSION_BEFORE = """
            insert into keylift_timings_history (id, slice_start, slice_seconds, node, server_version, uri, method,
                grant_type, requests, nanos, statements, allocated, phases, durations)
            select gen_random_uuid()::text, slice_start - 600, slice_seconds, node, 'the-one-before', uri, method,
                grant_type, requests, nanos, 1, allocated, phases, durations
            from keylift_timings_history where uri = ?
            """;

    @Test
    void whatChangedAndTheTimeLineAreShown() {
        ThemedJar.assumeBuilt();
        try (EmbeddedDatabase database = TestDatabase.start();
                KeycloakServer keycloak = TestServer.on(database)
                        .option(HISTORY + "slice-seconds", "1")
                        .option(HISTORY + "warm-up-minutes", "0")
                        .option(HISTORY + "version", "the-one-now")
                        .start()) {
            prepare(keycloak, database);
            try (Browser browser = Browser.start()) {
                AdminConsole console = AdminConsole.signIn(
                        browser,
                        keycloak.baseUrl(),
                        "master/keylift/timings/changes",
                        KeycloakServer.ADMIN,
                        KeycloakServer.ADMIN);
                assertThat(console.find(ROW).getText()).contains("Doubled", " → ", "×");
                assertThat(console.element("keylift-now").getText()).startsWith("version the-one-now, ");
                assertThat(console.element("keylift-before").getText()).startsWith("version the-one-before, ");
                assertThat(Accessibility.violations(browser, PAGE)).isEmpty();
                new Select(console.element("keylift-compare")).selectByValue("node");
                assertThat(console.element("keylift-empty").getText()).contains("no requests of other nodes");

                console.press("[data-testid=keylift-view-in-flight]");
                assertThat(console.find("[data-testid=keylift-in-flight-table] td[data-label=Realm]")
                                .getText())
                        .isEqualTo("master");

                console.press("[data-testid=keylift-view-endpoints]");
                console.find(ROW);
                browser.run("document.querySelector('[data-testid=keylift-all-nodes]').click()");
                console.awaitText("[data-testid=keylift-note]", text -> text.contains("Nodes: "));

                console.press(ROW + " a");
                assertThat(console.find("[data-testid=keylift-time-line] svg[role=img]")
                                .getDomAttribute("aria-label"))
                        .contains(" requests, p50 up to ");
                assertThat(console.element("keylift-version-changes").getText()).endsWith("the-one-now");
                assertThat(console.count("[data-testid=keylift-time-line] path.keylift-series-p95"))
                        .isGreaterThan(1);
                browser.run("document.querySelector('#keylift-page details').open = true");
                assertThat(console.element("keylift-time-line-table").getText())
                        .contains("the-one-before", "the-one-now");
                assertThat(Accessibility.violations(browser, PAGE)).isEmpty();
                new Select(console.element("keylift-resolution")).selectByValue("days");
                console.awaitText("[data-testid=keylift-time-line]", text -> text.contains("Requests"));
                assertThat(browser.errors()).isEmpty();
            }
        }
    }

    private static void prepare(KeycloakServer keycloak, EmbeddedDatabase database) {
        AdminHttp.master(keycloak.baseUrl()).put("/admin/realms/master", Map.of("adminTheme", "keylift"));
        for (int i = 0; i < SIGN_INS; i++) {
            AdminHttp.master(keycloak.baseUrl()).token();
        }
        try (Sql sql = new Sql(database)) {
            await().ignoreExceptions()
                    .until(() -> sql.number(
                                    "select coalesce(sum(requests), 0) from keylift_timings_history where uri = ?",
                                    TOKEN)
                            >= SIGN_INS);
            sql.execute(VERSION_BEFORE, TOKEN);
        }
    }
}
