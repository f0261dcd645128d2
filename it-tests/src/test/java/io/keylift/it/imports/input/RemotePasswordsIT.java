// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.input;

import static io.keylift.it.imports.input.RemotePasswordRealm.PASSWORD;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.it.http.HttpFailure;
import io.keylift.it.imports.support.LoginPages;
import io.keylift.it.imports.support.MetricsPage;
import io.keylift.it.imports.support.OldSystems;
import io.keylift.it.imports.support.OnTunedServer;
import io.keylift.it.imports.support.Records;
import io.keylift.it.imports.support.SignIn;
import io.keylift.it.imports.support.TunedServer;
import io.keylift.it.imports.support.TwinRealm;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Sign-ins with passwords that real old systems verify. */
@OnTunedServer
class RemotePasswordsIT {

    private static final Pattern NOT_CHECKED = Pattern.compile("(Your password cannot be checked at the moment)");
    private static final Pattern WRONG = Pattern.compile("(Invalid username or password)");

    @AutoClose
    private static RemotePasswordRealm users;

    private static TwinRealm realm;
    private static OldSystems old;
    private static SignIn signIn;
    private static MetricsPage metrics;

    @BeforeAll
    static void realm(TunedServer server) {
        old = server.oldSystems();
        users = new RemotePasswordRealm(server, "remote-passwords");
        realm = users.realm();
        signIn = users.signIn();
        realm.admin()
                .post(
                        realm.path("clients"),
                        Map.of("clientId", "pages", "publicClient", true, "redirectUris", List.of("*")));
        metrics = new MetricsPage(server.keycloak());
    }

    @AfterEach
    void wellAgain() {
        old.fail(false);
        old.delay(0);
    }

    private static HttpFailure failure(String name, String password) {
        try {
            signIn.as(name, password).token();
            throw new AssertionError(name + " has signed in");
        } catch (HttpFailure e) {
            return e;
        }
    }

    @ParameterizedTest
    @CsvSource({"hook", "grant", "pool", "directory"})
    void anOldSystemVerifiesTheFirstPasswordAndKeycloakHashesItAnew(String remote) throws IOException {
        String name = "first-" + remote;
        String login = "Old." + remote;
        old.add(login, PASSWORD);
        users.add(name, "remote:'" + remote + "',login:'" + login + "'");
        users.add(name + "-unknown", "remote:'" + remote + "'");

        assertThat(users.algorithm(name)).isEqualTo("keylift-remote");
        assertThat(signIn.isPassword(name, "wrong")).isFalse();
        assertThat(users.failures(name)).isEqualTo(1);
        assertThat(signIn.isPassword(name + "-unknown", PASSWORD)).isFalse();
        assertThat(users.algorithm(name)).isEqualTo("keylift-remote");
        assertThat(signIn.isPassword(name, PASSWORD)).isTrue();
        assertThat(users.algorithm(name)).isEqualTo("pbkdf2-sha512");

        long questions = old.questions(login);
        old.fail(true);
        assertThat(signIn.isPassword(name, PASSWORD)).isTrue();
        assertThat(signIn.isPassword(name, "wrong")).isFalse();
        assertThat(old.questions(login)).isEqualTo(questions);
    }

    @Test
    void theFormSaysThatAPasswordCannotBeChecked(TunedServer server) throws IOException {
        old.add("form", PASSWORD);
        users.add("form", "remote:'hook'");
        LoginPages pages = new LoginPages(server.keycloak().baseUrl(), realm.name(), "pages");

        old.fail(true);
        for (int i = 0; i < 3; i++) {
            assertThat(pages.submit(Map.of("username", "form", "password", PASSWORD)))
                    .isFalse();
            pages.find(NOT_CHECKED);
        }
        assertThat(users.failures("form")).isZero();
        assertThat(users.errors("pages")).containsOnly("password_not_checked");
        old.fail(false);
        assertThat(pages.submit(Map.of("username", "form", "password", "wrong")))
                .isFalse();
        pages.find(WRONG);
        assertThat(users.failures("form")).isEqualTo(1);
        assertThat(pages.submit(Map.of("username", "form", "password", PASSWORD)))
                .isTrue();
        assertThat(users.algorithm("form")).isEqualTo("pbkdf2-sha512");
    }

    @Test
    void soDoesAFormForThePasswordAlone(TunedServer server) throws IOException {
        client("two-forms", "auth-username-form", "auth-password-form");
        old.add("two-forms", PASSWORD);
        users.add("two-forms", "remote:'hook'");
        LoginPages pages = new LoginPages(server.keycloak().baseUrl(), realm.name(), "two-forms");
        pages.submit(Map.of("username", "two-forms"));

        old.fail(true);
        assertThat(pages.submit(Map.of("password", PASSWORD))).isFalse();
        pages.find(NOT_CHECKED);
        assertThat(users.failures("two-forms")).isZero();
        old.fail(false);
        assertThat(pages.submit(Map.of("password", PASSWORD))).isTrue();
    }

    /** A client whose users sign in by these steps. */
    private static void client(String name, String... steps) {
        String flows = realm.path("authentication/flows");
        realm.admin()
                .post(flows, Map.of("alias", name, "providerId", "basic-flow", "topLevel", true, "builtIn", false));
        for (String step : steps) {
            realm.admin().post(flows + "/" + name + "/executions/execution", Map.of("provider", step));
        }
        for (JsonNode execution : realm.admin().get(flows + "/" + name + "/executions")) {
            realm.admin()
                    .put(flows + "/" + name + "/executions", ((ObjectNode) execution).put("requirement", "REQUIRED"));
        }
        realm.admin()
                .post(
                        realm.path("clients"),
                        Map.of(
                                "clientId",
                                name,
                                "publicClient",
                                true,
                                "redirectUris",
                                List.of("*"),
                                "authenticationFlowBindingOverrides",
                                Map.of("browser", realm.id("flow", name))));
    }

    /** It checks the password of the first request, for which Keycloak answers exceptions by itself. */
    @Test
    void noFailureOfHttpBasicCountsWhileAnOldSystemIsAway(TunedServer server) throws Exception {
        client("http-basic", "http-basic-authenticator");
        old.add("http-basic", PASSWORD);
        users.add("http-basic", "remote:'hook'");
        URI page = server.keycloak()
                .baseUrl()
                .resolve("/realms/" + realm.name() + "/protocol/openid-connect/auth?response_type=code&scope=openid"
                        + "&client_id=http-basic&redirect_uri=https%3A%2F%2Fapp.example%2F");
        String pair = Base64.getEncoder().encodeToString(("http-basic:" + PASSWORD).getBytes(StandardCharsets.UTF_8));
        HttpRequest request = HttpRequest.newBuilder(page)
                .header("Authorization", "Basic " + pair)
                .build();

        old.fail(true);
        HttpResponse<String> away = HttpClient.newHttpClient().send(request, BodyHandlers.ofString());
        assertThat(away.statusCode()).isEqualTo(400);
        assertThat(users.errors("http-basic")).containsOnly("invalid_user_credentials");
        assertThat(users.failures("http-basic")).isZero();
        old.fail(false);
        HttpResponse<String> signedIn = HttpClient.newHttpClient().send(request, BodyHandlers.ofString());
        assertThat(signedIn.headers().firstValue("Location")).get().asString().contains("code=");
    }

    /** The last is an old system that other realms have. */
    @ParameterizedTest
    @CsvSource({"hook, error", "hook, slow", "gone, ''", "elsewhere, ''"})
    void anOldSystemThatIsAwayIsNoWrongPassword(String remote, String trouble) throws IOException {
        String name = "away-" + remote + "-" + trouble;
        old.add(name, PASSWORD);
        users.add(name, "remote:'hook'");
        users.sql()
                .execute(
                        "update credential set credential_data = replace(credential_data, 'hook', ?) where user_id = ?",
                        remote,
                        realm.userId(name));
        realm.admin().post(realm.path("clear-user-cache"), Map.of());
        old.fail(trouble.equals("error"));
        old.delay(trouble.equals("slow") ? OldSystems.LIMIT_MILLIS + 500 : 0);

        HttpFailure failure = failure(name, PASSWORD);

        assertThat(failure.status()).isEqualTo(503);
        assertThat(failure.body()).contains("\"temporarily_unavailable\"");
        assertThat(users.failures(name)).isZero();
        assertThat(users.algorithm(name)).isEqualTo("keylift-remote");
    }

    @Test
    void wrongPasswordsAreLimited() throws IOException {
        old.add("guessed", PASSWORD);
        users.add("guessed", "remote:'hook'");

        for (int i = 0; i < OldSystems.MAX_WRONG_PASSWORDS + 2; i++) {
            assertThat(signIn.isPassword("guessed", "guess " + i)).isFalse();
        }
        assertThat(signIn.isPassword("guessed", PASSWORD)).isFalse();
        assertThat(old.questions("guessed")).isEqualTo(OldSystems.MAX_WRONG_PASSWORDS);
    }

    /** A new password is compared with the current one and with former ones. */
    @Test
    void theHistoryIsNotAsked() throws IOException {
        old.add("history", PASSWORD);
        users.add("history", "remote:'hook'");
        String id = realm.userId("history");

        for (String password : List.of("first", "second")) {
            realm.admin()
                    .put(
                            realm.path("users/" + id + "/reset-password"),
                            Map.of("type", "password", "value", password, "temporary", false));
        }
        ObjectNode changed = Records.json("{username:'history',credentials:[{type:'password',value:'third'}]}");
        assertThat(users.imports("&ifExists=merge", changed).count("updated")).isEqualTo(1);

        assertThat(old.questions("history")).isZero();
        assertThat(signIn.isPassword("history", "third")).isTrue();
        assertThat(signIn.isPassword("history", PASSWORD)).isFalse();
        assertThat(old.questions("history")).isZero();
    }

    /** After all of these tests, whatever their order, no password is in the log. */
    @AfterAll
    static void law9_noPasswordIsLogged(TunedServer server) {
        assertThat(server.keycloak().log())
                .content()
                .contains("remote-passwords")
                .doesNotContain(PASSWORD, OldSystems.KEY);
    }

    @Test
    void metersTellTheOutcomesApart() throws IOException {
        old.add("metered", PASSWORD);
        users.add("metered", "remote:'grant'");
        double before = checks("grant", "valid");

        signIn.isPassword("metered", PASSWORD);

        assertThat(checks("grant", "valid")).isEqualTo(before + 1);
        assertThat(checks("gone", "rejected")).isNotNegative();
    }

    private static double checks(String remote, String outcome) {
        return metrics.byTags("keylift_remote_password_checks_seconds_count")
                .get(Map.of("remote", remote, "outcome", outcome));
    }
}
