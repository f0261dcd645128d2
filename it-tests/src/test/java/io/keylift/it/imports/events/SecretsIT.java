// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.events;

import static org.assertj.core.api.Assertions.assertThat;

import io.keylift.it.OnSharedServer;
import io.keylift.it.SharedServer;
import io.keylift.it.http.AdminHttp;
import io.keylift.it.imports.support.ImportAnswer;
import io.keylift.it.imports.support.ImportClient;
import io.keylift.it.imports.support.Sql;
import io.keylift.it.imports.support.TwinRealm;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Law 9: passwords, hashes, salts and client secrets are stored only where Keycloak stores them, whatever the outcome
 * of their records. The test enables all output: every result, an event for each record, and our log at DEBUG.
 */
@OnSharedServer
class SecretsIT {

    private static final String REALM = "secrets";
    private static final Secrets SECRETS = new Secrets();

    /** The readable output of the imports, by its place. */
    private static final Map<String, String> PLACES = new LinkedHashMap<>();

    private static ImportClient client;
    private static Sql sql;

    @BeforeAll
    static void importSecrets(SharedServer server) throws IOException {
        Path log = server.keycloak().log();
        long logBefore = Files.size(log);
        sql = new Sql(server.database());
        sql.execute("alter table credential add constraint secrets check (user_label is distinct from 'refused')");
        sql.execute("alter table client add constraint secrets check (name is distinct from 'refused')");
        client = TwinRealm.create(server, REALM, Map.of("adminEventsEnabled", true, "adminEventsDetailsEnabled", true))
                .imports();
        post("users?job=earlier", ImportClient.NDJSON, "COMPLETED", """
                {"username":"earlier","credentials":[{"type":"password","value":"<plain>"}]}
                """);
        for (SecretRecords records : SecretRecords.read(SECRETS)) {
            records.assertOutcomes(post(
                    records.kind() + "?results=all&events=record&job=" + records.job() + "&ifExists="
                            + records.ifExists(),
                    ImportClient.NDJSON,
                    "COMPLETED",
                    ImportClient.lines(records.lines())));
        }
        post("users?job=rows", "text/csv", "FAILED", """
                username,credentials.0.type,credentials.0.value
                row,password,<plain>
                columns,password,<plain>,<plain>
                quote,password,a"<plain>
                unclosed,password,"<plain>
                """);
        post("users?job=array", "application/json", "FAILED", """
                [{"username":"element","credentials":[{"type":"password","value":"<plain>"}]},
                {"username":"cut","credentials":[{"type":"password","value":"<plain>""");
        post("users?job=trailing", "application/json", "FAILED", "[] \"<plain>\"");
        post("clients?job=cells", "text/csv", "FAILED", """
                clientId,publicClient,secret
                cell,false,<client>
                cells,false,<client>,<client>
                ends,false,"<client>
                """);
        lookAround(log, logBefore);
    }

    private static ImportAnswer post(String kind, String type, String status, String body) throws IOException {
        ImportAnswer answer = client.post(kind, type, SECRETS.fill(body).getBytes(StandardCharsets.UTF_8));
        assertThat(answer.summary().path("status").asText()).isEqualTo(status);
        answer.lines().forEach(line -> PLACES.merge("answers", line + "\n", String::concat));
        return answer;
    }

    private static void lookAround(Path log, long logBefore) throws IOException {
        AdminHttp admin = client.admin();
        String jobs = admin.get(client.path("jobs")).toString();
        PLACES.put("jobs", jobs);
        for (String job : sql.strings(
                "select job_id from keylift_import_job j join realm r on r.id = j.realm_id where r.name = ?", REALM)) {
            PLACES.merge("jobs", "\n" + client.job(job), String::concat);
            String rejects = client.path("jobs/" + job + "/rejects");
            PLACES.merge("rejects", admin.send("GET", rejects, null).body(), String::concat);
        }
        PLACES.put(
                "ledger",
                rows("concat_ws(' ', t, c)", "keylift_import_job t left join keylift_import_chunk c on job_uid = uid"));
        PLACES.put("events", rows("t::text", "admin_event_entity t"));
        byte[] logged = Files.readAllBytes(log);
        PLACES.put(
                "log", new String(Arrays.copyOfRange(logged, (int) logBefore, logged.length), StandardCharsets.UTF_8));
    }

    private static String rows(String what, String tables) {
        return String.join(
                "\n",
                sql.strings(
                        "select " + what + " from " + tables + " join realm r on r.id = t.realm_id where r.name = ?",
                        REALM));
    }

    @AfterAll
    static void close() {
        sql.execute("alter table credential drop constraint if exists secrets");
        sql.execute("alter table client drop constraint if exists secrets");
        sql.close();
    }

    /** Values that are no secret are in the output: the secrets were searched in the right place. */
    @ParameterizedTest
    @CsvSource({
        "answers, no-address",
        "answers, no-flow",
        "jobs,    users-overwrite",
        "jobs,    clients-overwrite",
        "rejects, no-address",
        "rejects, no-flow",
        "ledger,  no-address",
        "ledger,  no-flow",
        "events,  plain@secrets.example",
        "events,  till.example",
        "log,     cannot be written"
    })
    void law9_noSecretIsTold(String place, String told) {
        assertThat(PLACES.get(place)).contains(told);
        assertThat(SECRETS.linesThatTell(PLACES.get(place))).isEmpty();
    }

    @Test
    void law9_secretsAreStoredAsCredentialsAndWithTheirClientsOnlyAndPasswordsNotAtAll() {
        Map<String, String> rows = new TreeMap<>();
        for (String table : sql.strings("select table_name from information_schema.tables"
                + " where table_schema = 'public' and table_type = 'BASE TABLE'")) {
            String found = String.join(
                    "\n",
                    sql.strings(
                            "select t::text from \"" + table + "\" t where t::text like ?",
                            "%" + Secrets.BEGINNING + "%"));
            if (!SECRETS.linesThatTell(found).isEmpty()) {
                rows.put(table, found);
            }
        }
        assertThat(rows.keySet())
                .containsExactly("client", "client_attributes", "credential", "identity_provider_config");
        assertThat(SECRETS.linesThatTellPasswords(rows.get("credential"))).isEmpty();
    }
}
