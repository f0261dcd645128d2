// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.rights;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.it.OnSharedServer;
import io.keylift.it.SharedServer;
import io.keylift.it.TestRealms;
import io.keylift.it.http.AdminHttp;
import io.keylift.it.imports.rights.UserManagers.Person;
import io.keylift.it.imports.rights.UserManagers.Way;
import io.keylift.it.imports.support.Callers;
import io.keylift.it.imports.support.ImportAnswer;
import io.keylift.it.imports.support.LiveImport;
import io.keylift.it.imports.support.Sql;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;
import org.junit.jupiter.params.provider.MethodSource;

/** Laws 8 and 11 for the caller of an import: what ends the import, and what does not. */
@OnSharedServer
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class CallerIT {

    private static final String REALM = "callers";

    private AdminHttp admin;
    private Callers callers;
    private SharedServer server;
    private UserManagers managers;

    /** The end of the caller's session. */
    enum SessionEnd {
        SIGNED_OUT,
        REMOVED
    }

    /** Events after which a new request of the caller fails, for good or until the next token. */
    enum Loss {
        USER_REMOVED,
        USER_DISABLED,
        CLIENT_REMOVED,
        CLIENT_DISABLED,
        REALM_DISABLED,
        USER_NOT_BEFORE,
        CLIENT_NOT_BEFORE,
        REALM_NOT_BEFORE,
        ROLE_TAKEN
    }

    @BeforeAll
    void realm(SharedServer shared) {
        server = shared;
        admin = shared.admin();
        TestRealms.create(
                admin,
                Map.of("realm", REALM, "enabled", true, "adminEventsEnabled", true, "adminEventsDetailsEnabled", true));
        callers = new Callers(shared, REALM);
        managers = new UserManagers(shared, REALM);
    }

    static Stream<Arguments> waysWithASession() {
        return Stream.of(Way.values())
                .filter(way -> way != Way.CLIENT_CREDENTIALS)
                .flatMap(way -> Stream.of(SessionEnd.values()).map(end -> Arguments.of(way, end)));
    }

    @ParameterizedTest
    @MethodSource("waysWithASession")
    void law11_theEndOfTheSessionChangesNothing(Way way, SessionEnd end) throws IOException {
        Person caller = managers.create(way);
        try (LiveImport live = managers.importing(caller).open("users?chunkSize=1")) {
            sendAndAwait(live, 1);
            switch (end) {
                case SIGNED_OUT -> caller.signIn().out(caller.tokens());
                case REMOVED ->
                    admin.get(callers.path("users/" + caller.user() + "/sessions"))
                            .forEach(session -> admin.delete(
                                    callers.path("sessions/" + session.get("id").asText())));
            }
            assertThat(admin.get(callers.path("users/" + caller.user() + "/sessions")))
                    .isEmpty();
            sendAndAwait(live, 2);

            ImportAnswer answer = live.finish();
            assertThat(answer.addsUp().end()).isEqualTo("COMPLETED");
            assertThat(answer.count("added")).isEqualTo(2);
        }
    }

    @ParameterizedTest
    @EnumSource(value = Way.class, names = "CLIENT_CREDENTIALS", mode = Mode.EXCLUDE)
    void law11_neitherTheTokensEndNorTheSessionsLongestTimeChangesAnything(Way way) throws IOException {
        setRealm(Map.of("accessTokenLifespan", 3));
        try {
            Person caller = managers.create(way);
            String token = caller.http().token();
            try (LiveImport live = managers.importing(caller).open("users?chunkSize=1")) {
                sendAndAwait(live, 1);
                await().until(() -> caller.signIn().status(callers.path("users/count"), token) == 401);
                sendAndAwait(live, 2);
                setRealm(Map.of("ssoSessionMaxLifespan", 1));
                await().untilAsserted(() ->
                        assertThatThrownBy(() -> caller.http().token()).hasMessageContaining("Session not active"));
                sendAndAwait(live, 3);

                assertThat(live.finish().addsUp().end()).isEqualTo("COMPLETED");
            }
        } finally {
            setRealm(Map.of("ssoSessionMaxLifespan", 36000, "accessTokenLifespan", 300));
        }
    }

    static Stream<Arguments> losses() {
        return Stream.of(Way.values())
                .flatMap(way -> Stream.of(Loss.values())
                        // Every realm has its admin-cli, which the next test needs.
                        .filter(loss -> way != Way.LIGHTWEIGHT || !loss.name().startsWith("CLIENT_"))
                        .map(loss -> Arguments.of(way, loss)));
    }

    @ParameterizedTest
    @MethodSource("losses")
    void law11_whoeverCouldNotAskAgainImportsNoFurther(Way way, Loss loss) throws IOException {
        Person caller = managers.create(way);
        String job = way + "-" + loss;
        try (LiveImport live = managers.importing(caller).open("users?chunkSize=1&job=" + job)) {
            sendAndAwait(live, 1);
            lose(caller, loss);
            try {
                live.send(user(job + "-late"));

                ImportAnswer answer = live.answer();
                assertThat(answer.end()).isEqualTo("FAILED caller_gone");
                assertThat(answer.summary().path("message").asText())
                        .containsPattern(
                                loss.name().endsWith("NOT_BEFORE")
                                        ? "not-before time of"
                                        : "removed or disabled|no longer has permission");
            } finally {
                giveBack(loss);
            }
        }
        assertThat(callers.userId(job + "-late")).isNull();
        assertThat(callers.importing(admin).status(job)).isEqualTo("FAILED");
    }

    /** The sender has paused it and sends on after an administrator has resumed it: what comes is still theirs. */
    @ParameterizedTest
    @CsvSource({"'users', users", "'', roles"})
    void law8_whoResumesAPausedJobLendsItNoRight(String path, String kind) throws IOException {
        Person sender = managers.create(Way.PASSWORD);
        String name = "lent-" + kind;
        String greedy = """
                {"username":"%s-%%s","clientRoles":{"realm-management":["realm-admin"]}}
                """.formatted(name);
        try (LiveImport live = managers.importing(sender).open(path + "?chunkSize=1&job=" + name)) {
            live.send(ofKind(path, "users", user(name)));
            live.awaitChunks(1);
            assertThat(managers.importing(sender).move(name, "pause").statusCode())
                    .isEqualTo(200);
            live.send(ofKind(path, "users", greedy.formatted("before")));
            assertThat(callers.importing(admin).move(name, "resume").statusCode())
                    .isEqualTo(200);
            live.send(ofKind(path, "users", greedy.formatted("after")));
            if (kind.equals("roles")) {
                live.send(ofKind(path, kind, "{\"name\":\"" + name + "\"}\n"));
            }

            ImportAnswer answer = live.finish();
            assertThat(answer.addsUp().end()).isEqualTo("COMPLETED");
            assertThat(answer.rejects())
                    .hasSizeGreaterThanOrEqualTo(2)
                    .allSatisfy(
                            reject -> assertThat(reject.path("code").asText()).isEqualTo("forbidden"));
            assertThat(answer.count("added")).isOne();
        }
        assertThat(storedCaller(name).path("userId").asText()).isEqualTo(sender.user());
        JsonNode event = events(name, "input").get(0);
        assertThat(event.at("/authDetails/userId").asText()).isEqualTo(sender.user());
    }

    /** And takes none from it. */
    @Test
    void law8_whoResumesAPausedJobTakesNoRightFromIt() throws IOException {
        Person first = managers.create(Way.PASSWORD);
        try (LiveImport broken = managers.importing(first).open("users?chunkSize=1&job=reopened")) {
            broken.send("{\"username\":\"reopened-1\"}\n").awaitChunks(1);
        }
        await().until(() -> managers.importing(first).status("reopened").equals("INTERRUPTED"));
        try (LiveImport live = callers.importing(admin).open("users?chunkSize=1&job=reopened")) {
            live.send("{\"username\":\"reopened-1\"}\n").awaitChunks(1);
            assertThat(managers.importing(first).move("reopened", "pause").statusCode())
                    .isEqualTo(200);
            assertThat(managers.importing(first).move("reopened", "resume").statusCode())
                    .isEqualTo(200);
            live.send("{\"username\":\"reopened-2\",\"clientRoles\":{\"realm-management\":[\"view-users\"]}}\n");

            ImportAnswer answer = live.finish();
            assertThat(answer.addsUp().end()).isEqualTo("COMPLETED");
            assertThat(answer.rejects()).isEmpty();
        }
    }

    @Test
    void law11_aPausedJobWhoseCallerIsGoneEndsWhoeverResumesIt() throws IOException {
        Person first = managers.create(Way.PASSWORD);
        Person second = managers.create(Way.CLIENT_CREDENTIALS);
        try (LiveImport live = managers.importing(first).open("users?chunkSize=1&job=handed-over")) {
            sendAndAwait(live, 1);
            assertThat(managers.importing(first).move("handed-over", "pause").statusCode())
                    .isEqualTo(200);
            lose(first, Loss.USER_DISABLED);
            assertThat(managers.importing(second).move("handed-over", "resume").statusCode())
                    .isEqualTo(200);
            live.send(user("user-" + managers.count() + "-late"));

            assertThat(live.answer().end()).isEqualTo("FAILED caller_gone");
        }
        JsonNode job = callers.importing(admin).job("handed-over");
        assertThat(job.path("createdBy").asText()).isEqualTo(first.user());
    }

    private static String ofKind(String path, String kind, String record) {
        return path.isEmpty() ? "{\"kind\":\"" + kind + "\",\"record\":" + record.strip() + "}\n" : record;
    }

    /** Admin events of a job whose representation has this field. */
    private List<JsonNode> events(String job, String field) {
        return StreamSupport.stream(
                        admin.get(callers.path("admin-events?resourcePath=bulk-import/jobs/" + job))
                                .spliterator(),
                        false)
                .filter(event ->
                        AdminHttp.parse(event.path("representation").asText()).has(field))
                .toList();
    }

    /** Roles granted after the token do not count in this import, whoever else has them. */
    @Test
    void law8_theClientsScopeHoldsToTheEnd() throws IOException {
        Person caller = managers.create(Way.PASSWORD);
        String job = "narrow";
        try (LiveImport live = managers.importing(caller).open("users?chunkSize=1&job=" + job)) {
            sendAndAwait(live, 1);
            managers.grant(caller.user(), "view-realm", "manage-realm");
            live.send("{\"username\":\"narrow-2\",\"enabled\":true,\"realmRoles\":[\"offline_access\"]}\n");
            live.awaitChunks(2);
            JsonNode stored = storedCaller(job);

            assertThat(stored.at("/clientRoles/realm-management"))
                    .extracting(JsonNode::asText)
                    .containsExactly("manage-users");
            assertThat(stored.path("userId").asText()).isEqualTo(caller.user());
            assertThat(stored.path("clientId").asText()).isEqualTo(caller.client());
            assertThat(stored.path("issuedAt").asLong()).isPositive();
            assertThat(stored.toString()).doesNotContain(caller.http().token());
        }
    }

    private void lose(Person caller, Loss loss) {
        String user = callers.path("users/" + caller.user());
        String client = callers.path("clients/" + caller.client());
        if (loss.name().endsWith("NOT_BEFORE")) {
            awaitNextSecond();
        }
        long now = Instant.now().getEpochSecond();
        switch (loss) {
            case USER_REMOVED -> admin.delete(user);
            case USER_DISABLED -> admin.put(user, Map.of("enabled", false));
            case CLIENT_REMOVED -> admin.delete(client);
            case CLIENT_DISABLED -> admin.put(client, with(client, "enabled", false));
            case REALM_DISABLED -> setRealm(Map.of("enabled", false));
            case USER_NOT_BEFORE -> admin.send("POST", user + "/logout", null);
            case CLIENT_NOT_BEFORE -> admin.put(client, with(client, "notBefore", now));
            case REALM_NOT_BEFORE -> setRealm(Map.of("notBefore", now));
            case ROLE_TAKEN -> admin.send("DELETE", managers.management(caller.user()), managers.roles("manage-users"));
        }
    }

    private void giveBack(Loss loss) {
        if (loss == Loss.REALM_DISABLED || loss == Loss.REALM_NOT_BEFORE) {
            setRealm(Map.of("enabled", true, "notBefore", 0));
        }
    }

    private JsonNode with(String path, String field, Object value) {
        return ((ObjectNode) admin.get(path)).putPOJO(field, value);
    }

    private void setRealm(Map<String, Object> settings) {
        admin.put("/admin/realms/" + REALM, settings);
    }

    private JsonNode storedCaller(String job) {
        try (Sql sql = new Sql(server.database())) {
            return AdminHttp.parse(sql.strings("select CALLER from KEYLIFT_IMPORT_JOB where JOB_ID = ?", job)
                    .get(0));
        }
    }

    private void sendAndAwait(LiveImport live, int chunk) throws IOException {
        live.send(user("user-" + managers.count() + "-" + chunk));
        live.awaitChunks(chunk);
    }

    private static String user(String name) {
        return "{\"username\":\"" + name.toLowerCase(Locale.ROOT) + "\"}\n";
    }

    /** Not-before times count in seconds, and so do tokens. */
    private static void awaitNextSecond() {
        long second = Instant.now().getEpochSecond();
        await().pollInterval(Duration.ofMillis(50)).until(() -> Instant.now().getEpochSecond() > second);
    }
}
