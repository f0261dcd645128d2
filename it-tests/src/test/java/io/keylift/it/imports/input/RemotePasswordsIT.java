// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.input;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.it.exports.ExportAnswer;
import io.keylift.it.http.AdminHttp;
import io.keylift.it.http.HttpFailure;
import io.keylift.it.imports.support.Callers;
import io.keylift.it.imports.support.ImportAnswer;
import io.keylift.it.imports.support.LoginPages;
import io.keylift.it.imports.support.MetricsPage;
import io.keylift.it.imports.support.OldSystems;
import io.keylift.it.imports.support.OnTunedServer;
import io.keylift.it.imports.support.Records;
import io.keylift.it.imports.support.SignIn;
import io.keylift.it.imports.support.Sql;
import io.keylift.it.imports.support.TunedServer;
import io.keylift.it.imports.support.TwinRealm;
import java.io.IOException;
import java.util.LinkedHashMap;
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

/** Passwords that real old systems verify at the first sign-in. */
@OnTunedServer
class RemotePasswordsIT {

    private static final Pattern NOT_CHECKED = Pattern.compile("(Your password cannot be checked at the moment)");
    private static final Pattern WRONG = Pattern.compile("(Invalid username or password)");
    private static final String PASSWORD = "right ü+&";

    private static TwinRealm realm;
    private static OldSystems old;
    private static SignIn signIn;
    private static MetricsPage metrics;

    @AutoClose
    private static Sql sql;

    @BeforeAll
    static void realm(TunedServer server) {
        old = server.oldSystems();
        realm = TwinRealm.create(
                server.admin(),
                "remote-passwords",
                Map.of(
                        "passwordPolicy",
                        "hashAlgorithm(pbkdf2-sha512) and hashIterations(1) and passwordHistory(3)",
                        "bruteForceProtected",
                        true,
                        "quickLoginCheckMilliSeconds",
                        0));
        realm.demandNothingOfNewUsers();
        realm.admin()
                .post(
                        realm.path("clients"),
                        Map.of("clientId", "pages", "publicClient", true, "redirectUris", List.of("*")));
        signIn = new SignIn(server.keycloak().baseUrl(), realm.name(), "admin-cli", "openid");
        sql = new Sql(server.database());
        metrics = new MetricsPage(server.keycloak());
    }

    @AfterEach
    void wellAgain() {
        old.fail(false);
        old.delay(0);
    }

    private static ObjectNode user(String name, String credential) {
        return Records.json("{username:'" + name + "',enabled:true,email:'" + name
                + "@example.org',firstName:'P',lastName:'Q',credentials:[{type:'password'," + credential + "}]}");
    }

    private static ImportAnswer imports(String query, ObjectNode... users) throws IOException {
        return realm.imports()
                .post("users?results=all" + query, Records.lines(List.of(users)))
                .addsUp();
    }

    private static void add(String name, String credential) throws IOException {
        assertThat(imports("", user(name, credential)).rejects()).isEmpty();
    }

    private static String algorithm(String name) {
        String data = sql.strings(
                        "select credential_data from credential where type = 'password' and user_id = ?",
                        realm.userId(name))
                .get(0);
        return AdminHttp.parse(data).get("algorithm").asText();
    }

    private static long failures(String name) {
        return realm.admin()
                .get(realm.path("attack-detection/brute-force/users/" + realm.userId(name)))
                .get("numFailures")
                .asLong();
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
        add(name, "remote:'" + remote + "',login:'" + login + "'");
        add(name + "-unknown", "remote:'" + remote + "'");

        assertThat(algorithm(name)).isEqualTo("keylift-remote");
        assertThat(signIn.isPassword(name, "wrong")).isFalse();
        assertThat(failures(name)).isEqualTo(1);
        assertThat(signIn.isPassword(name + "-unknown", PASSWORD)).isFalse();
        assertThat(algorithm(name)).isEqualTo("keylift-remote");
        assertThat(signIn.isPassword(name, PASSWORD)).isTrue();
        assertThat(algorithm(name)).isEqualTo("pbkdf2-sha512");

        long questions = old.questions(login);
        old.fail(true);
        assertThat(signIn.isPassword(name, PASSWORD)).isTrue();
        assertThat(signIn.isPassword(name, "wrong")).isFalse();
        assertThat(old.questions(login)).isEqualTo(questions);
    }

    @Test
    void theFormSaysThatAPasswordCannotBeChecked(TunedServer server) throws IOException {
        old.add("form", PASSWORD);
        add("form", "remote:'hook'");
        LoginPages pages = new LoginPages(server.keycloak().baseUrl(), realm.name(), "pages");

        old.fail(true);
        for (int i = 0; i < 3; i++) {
            assertThat(pages.submit(Map.of("username", "form", "password", PASSWORD)))
                    .isFalse();
            pages.find(NOT_CHECKED);
        }
        assertThat(failures("form")).isZero();
        old.fail(false);
        assertThat(pages.submit(Map.of("username", "form", "password", "wrong")))
                .isFalse();
        pages.find(WRONG);
        assertThat(failures("form")).isEqualTo(1);
        assertThat(pages.submit(Map.of("username", "form", "password", PASSWORD)))
                .isTrue();
        assertThat(algorithm("form")).isEqualTo("pbkdf2-sha512");
    }

    @Test
    void soDoesAFormForThePasswordAlone(TunedServer server) throws IOException {
        String flows = realm.path("authentication/flows");
        realm.admin()
                .post(
                        flows,
                        Map.of("alias", "two-forms", "providerId", "basic-flow", "topLevel", true, "builtIn", false));
        for (String form : List.of("auth-username-form", "auth-password-form")) {
            realm.admin().post(flows + "/two-forms/executions/execution", Map.of("provider", form));
        }
        for (JsonNode execution : realm.admin().get(flows + "/two-forms/executions")) {
            realm.admin().put(flows + "/two-forms/executions", ((ObjectNode) execution).put("requirement", "REQUIRED"));
        }
        realm.admin()
                .post(
                        realm.path("clients"),
                        Map.of(
                                "clientId",
                                "forms",
                                "publicClient",
                                true,
                                "redirectUris",
                                List.of("*"),
                                "authenticationFlowBindingOverrides",
                                Map.of("browser", realm.id("flow", "two-forms"))));
        old.add("two-forms", PASSWORD);
        add("two-forms", "remote:'hook'");
        LoginPages pages = new LoginPages(server.keycloak().baseUrl(), realm.name(), "forms");
        pages.submit(Map.of("username", "two-forms"));

        old.fail(true);
        assertThat(pages.submit(Map.of("password", PASSWORD))).isFalse();
        pages.find(NOT_CHECKED);
        assertThat(failures("two-forms")).isZero();
        old.fail(false);
        assertThat(pages.submit(Map.of("password", PASSWORD))).isTrue();
    }

    /** The last is an old system that other realms have. */
    @ParameterizedTest
    @CsvSource({"hook, error", "hook, slow", "gone, ''", "elsewhere, ''"})
    void anOldSystemThatIsAwayIsNoWrongPassword(String remote, String trouble) throws IOException {
        String name = "away-" + remote + "-" + trouble;
        old.add(name, PASSWORD);
        add(name, "remote:'hook'");
        sql.execute(
                "update credential set credential_data = replace(credential_data, 'hook', ?) where user_id = ?",
                remote,
                realm.userId(name));
        realm.admin().post(realm.path("clear-user-cache"), Map.of());
        old.fail(trouble.equals("error"));
        old.delay(trouble.equals("slow") ? 1500 : 0);

        HttpFailure failure = failure(name, PASSWORD);

        assertThat(failure.status()).isEqualTo(503);
        assertThat(failure.body()).contains("\"temporarily_unavailable\"");
        assertThat(failures(name)).isZero();
        assertThat(algorithm(name)).isEqualTo("keylift-remote");
    }

    @Test
    void wrongPasswordsAreLimited() throws IOException {
        old.add("guessed", PASSWORD);
        add("guessed", "remote:'hook'");

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
        add("history", "remote:'hook'");
        String id = realm.userId("history");

        for (String password : List.of("first", "second")) {
            realm.admin()
                    .put(
                            realm.path("users/" + id + "/reset-password"),
                            Map.of("type", "password", "value", password, "temporary", false));
        }
        ObjectNode changed = Records.json("{username:'history',credentials:[{type:'password',value:'third'}]}");
        assertThat(imports("&ifExists=merge", changed).count("updated")).isEqualTo(1);

        assertThat(old.questions("history")).isZero();
        assertThat(signIn.isPassword("history", "third")).isTrue();
        assertThat(signIn.isPassword("history", PASSWORD)).isFalse();
        assertThat(old.questions("history")).isZero();
    }

    @Test
    void law14_anExportHasTheNameOfTheOldSystem(TunedServer server) throws IOException {
        old.add("Exported", PASSWORD);
        add("exported", "remote:'hook',login:'Exported',userLabel:'mine'");

        List<ObjectNode> exported = exported(realm, "exported");
        JsonNode credential = exported.get(0).at("/credentials/0");
        assertThat(credential.get("remote").asText()).isEqualTo("hook");
        assertThat(credential.get("login").asText()).isEqualTo("Exported");
        assertThat(credential.has("secretData")).isFalse();

        TwinRealm twin = TwinRealm.create(server.admin(), "remote-twin", Map.of());
        twin.demandNothingOfNewUsers();
        String lines = Records.lines(exported).replace(realm.name(), twin.name());
        assertThat(twin.imports().post("users?ids=ignore", lines).addsUp().rejects())
                .isEmpty();
        assertThat(exported(twin, "exported").get(0).at("/credentials/0/login").asText())
                .isEqualTo("Exported");
        assertThat(twin.imports()
                        .post("users?op=verify&ids=ignore", lines)
                        .addsUp()
                        .lines())
                .anySatisfy(line -> assertThat(line.path("same").asInt()).isEqualTo(1));
        assertThat(twin.imports()
                        .post("users?ids=ignore&ifExists=merge&results=all", lines)
                        .addsUp()
                        .outcomes())
                .containsValue("skipped");
        assertThat(new SignIn(server.keycloak().baseUrl(), twin.name(), "admin-cli", "openid")
                        .isPassword("exported", PASSWORD))
                .isTrue();
    }

    private static List<ObjectNode> exported(TwinRealm realm, String name) {
        return ExportAnswer.get(realm.admin(), realm.name(), "users?secrets=true&search=username:" + name)
                .records();
    }

    @Test
    void theAdminApiCountsThoseWhoWait(TunedServer server) throws IOException {
        TwinRealm counted = TwinRealm.create(server.admin(), "remote-counted", Map.of());
        counted.demandNothingOfNewUsers();
        old.add("counted-1", PASSWORD);
        ImportAnswer imported = counted.imports()
                .post(
                        "users",
                        Records.lines(List.of(
                                user("counted-1", "remote:'hook'"),
                                user("counted-2", "remote:'hook'"),
                                user("counted-3", "remote:'pool'"),
                                user("counted-4", "value:'plain password'"))));
        assertThat(imported.addsUp().rejects()).isEmpty();
        assertThat(waiting(counted)).isEqualTo("3 {hook=2, grant=0, pool=1, directory=0, gone=0}");

        new SignIn(server.keycloak().baseUrl(), counted.name(), "admin-cli", "openid")
                .isPassword("counted-1", PASSWORD);

        assertThat(waiting(counted)).isEqualTo("2 {hook=1, grant=0, pool=1, directory=0, gone=0}");
        Callers callers = new Callers(server.keycloak(), server.admin(), counted.name());
        String path = counted.path("remote-passwords");
        assertThat(callers.with("view-users").send("GET", path, null).statusCode())
                .isEqualTo(200);
        assertThat(callers.with("query-users").send("GET", path, null).statusCode())
                .isEqualTo(403);
    }

    private static String waiting(TwinRealm realm) {
        JsonNode answer = realm.admin().get(realm.path("remote-passwords"));
        Map<String, Long> users = new LinkedHashMap<>();
        answer.get("remotes")
                .forEach(one ->
                        users.put(one.get("remote").asText(), one.get("users").asLong()));
        return answer.get("users").asLong() + " " + users;
    }

    /** After all of these tests, whatever their order, no password is in the log. */
    @AfterAll
    static void law9_noPasswordIsLogged(TunedServer server) {
        assertThat(server.keycloak().log())
                .content()
                .contains("remote-passwords")
                .doesNotContain(PASSWORD, OldSystems.KEY);
    }

    /** The old system may be gone from the options at that time. */
    @Test
    void law15_anUndoGivesTheFormBack() throws IOException {
        old.add("undone", PASSWORD);
        add("undone", "remote:'hook'");
        ObjectNode changed = Records.json("{username:'undone',credentials:[{type:'password',value:'another'}]}");
        imports("&ifExists=merge&undo=true&job=remote-undone", changed);
        assertThat(algorithm("undone")).isEqualTo("pbkdf2-sha512");

        assertThat(realm.imports().post("jobs/remote-undone/undo", "").addsUp().rejects())
                .isEmpty();

        assertThat(algorithm("undone")).isEqualTo("keylift-remote");
        assertThat(signIn.isPassword("undone", PASSWORD)).isTrue();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            remote:'nowhere'                    | unknown_remote | /credentials/0/remote
            remote:'elsewhere'                  | unknown_remote | /credentials/0/remote
            remote:'https://evil.example/'      | unknown_remote | /credentials/0/remote
            remote:''                           | unknown_remote | /credentials/0/remote
            remote:'hook',value:'x'             | invalid        | /credentials/0/remote
            remote:'hook',hash:'$2b$10$x'       | invalid        | /credentials/0/hash
            remote:'hook',salt:'AAAA'           | invalid        | /credentials/0/remote
            login:'x'                           | invalid        | /credentials/0/login
            remote:'hook',login:' '             | missing        | /credentials/0/login
            remote:'hook',login:'⟨x×256⟩'       | too_long       | /credentials/0/login
            """)
    void aBadRecordIsAReject(String credential, String code, String pointer) throws IOException {
        String written = credential.replace("⟨x×256⟩", "x".repeat(256));

        JsonNode reject = imports("", user("bad", written)).rejects().get(0);

        assertThat(reject.get("code").asText()).isEqualTo(code);
        assertThat(reject.get("pointer").asText()).isEqualTo(pointer);
    }

    @Test
    void metersTellTheOutcomesApart() throws IOException {
        old.add("metered", PASSWORD);
        add("metered", "remote:'grant'");
        double before = checks("grant", "valid");

        signIn.isPassword("metered", PASSWORD);

        assertThat(checks("grant", "valid")).isEqualTo(before + 1);
        assertThat(checks("gone", "rejected")).isNotNegative();
    }

    private static double checks(String remote, String outcome) {
        return metrics.byTags("keylift_remote_password_checks_seconds_count")
                .get(Map.of("remote", remote, "outcome", outcome));
    }

    @Test
    void aRealmsPolicyCannotNameIt() {
        assertThat(realm.admin()
                        .send("PUT", realm.path(""), Map.of("passwordPolicy", "hashAlgorithm(keylift-remote)"))
                        .statusCode())
                .isEqualTo(400);
    }
}
