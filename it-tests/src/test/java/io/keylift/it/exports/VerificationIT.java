// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.exports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.it.OnSharedServer;
import io.keylift.it.SharedServer;
import io.keylift.it.http.AdminHttp;
import io.keylift.it.imports.support.Callers;
import io.keylift.it.imports.support.ImportAnswer;
import io.keylift.it.imports.support.ImportClient;
import io.keylift.it.imports.support.RealmRows;
import io.keylift.it.imports.support.Records;
import io.keylift.it.imports.support.Tokens;
import io.keylift.it.imports.support.TwinRealm;
import java.io.IOException;
import java.math.BigInteger;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.Signature;
import java.security.spec.RSAPublicKeySpec;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The results of {@code op=verify}, the rights it requires, and its report. */
@OnSharedServer
class VerificationIT {

    private static final String REALM = "verification";

    /** More than a page of the search for what no record names. */
    private static final int PEOPLE = 1100;

    private static TwinRealm realm;
    private static Callers callers;
    private static Tokens tokens;

    @BeforeAll
    static void realm(SharedServer server) throws IOException {
        realm = TwinRealm.create(server, REALM, Callers.CHEAP_PASSWORDS);
        realm.demandNothingOfNewUsers();
        callers = new Callers(server, REALM);
        tokens = Tokens.in(server, REALM);
        realm.imports().post("roles", "{\"name\":\"reader\"}");
        realm.imports().post("users", people(0, PEOPLE));
        realm.imports().post("users", jane("\"lastName\":\"Doe\",\"realmRoles\":[\"reader\"]"));
    }

    private static List<String> people(int from, int to) {
        return IntStream.range(from, to)
                .mapToObj(i -> "{\"username\":\"person-" + i + "\",\"enabled\":true}")
                .toList();
    }

    private static String jane(String fields) {
        return "{\"username\":\"jane\",\"enabled\":true," + fields + "}\n";
    }

    @Test
    void tellsWhatIsMissingDifferentAndExtraAndWritesNothing(SharedServer server) throws IOException {
        RealmRows before = RealmRows.of(server.database(), REALM);
        List<String> records = new ArrayList<>(people(1, PEOPLE - 1));
        records.add(jane("\"lastName\":\"Roe\",\"emailVerified\":true").strip());
        records.add("{\"username\":\"nobody\"}");
        records.add("{\"username\":\"\"}");

        ImportAnswer answer = realm.imports().post("users?op=verify&extra=true&job=found", records);
        ImportAnswer again = realm.imports().post("users?op=verify&extra=true&job=found", records);

        List<String> extra = unnamed(records);
        assertThat(extra).hasSizeGreaterThanOrEqualTo(2);
        for (ImportAnswer each : List.of(answer, again)) {
            assertThat(each.addsUp().end()).isEqualTo("COMPLETED");
            assertThat(each.count("same")).isEqualTo(PEOPLE - 2);
            assertThat(each.count("different")).isEqualTo(1);
            assertThat(each.count("missing")).isEqualTo(1);
            assertThat(each.count("rejected")).isEqualTo(1);
            assertThat(each.ofType("record"))
                    .filteredOn(line -> !line.get("outcome").asText().equals("extra"))
                    .extracting(line ->
                            line.get("key").asText() + " " + line.get("outcome").asText() + " " + line.path("pointers"))
                    .containsExactly("jane different [\"/lastName\",\"/emailVerified\"]", "nobody missing ");
            assertThat(each.ofType("record"))
                    .filteredOn(line -> line.get("outcome").asText().equals("extra"))
                    .extracting(line -> line.get("key").asText())
                    .containsExactlyInAnyOrderElementsOf(extra);
            assertThat(each.count("extra")).isEqualTo(extra.size());
        }
        assertThat(RealmRows.of(server.database(), REALM).changedSince(before)).isEmpty();
        assertThat(realm.admin()
                        .send("GET", realm.path("bulk-import/jobs/found/rejects"), null)
                        .body()
                        .lines()
                        .map(AdminHttp::parse)
                        .filter(line -> !line.get("code").asText().equals("extra"))
                        .map(line -> line.get("code").asText() + " "
                                + line.get("pointer").asText()))
                .containsExactly("different /lastName", "different /emailVerified", "absent ", "missing ");
        assertThat(realm.imports().job("found").path("input").path("sha256").asText())
                .matches("[0-9a-f]{64}");
    }

    /** Users of the realm whom none of these records names. */
    private static List<String> unnamed(List<String> records) {
        return ExportAnswer.get(realm.admin(), REALM, "users?fields=username").records().stream()
                .map(user -> user.get("username").asText())
                .filter(name -> records.stream().noneMatch(record -> record.contains("\"" + name + "\"")))
                .toList();
    }

    /** Each record leaves out a field that the object has. */
    @Test
    void law14_whatOverwritingResetsIsCompared() throws IOException {
        realm.admin().post(realm.path("users"), Records.json("""
                {username:'named',email:'named@example.org',firstName:'Na',lastName:'Med'}"""));
        String guard = realm.admin().postNew(realm.path("clients"), Records.json("""
                {clientId:'guard',serviceAccountsEnabled:true,authorizationServicesEnabled:true}"""));
        realm.admin().post(realm.path("clients/" + guard + "/authz/resource-server/policy/role"), Records.json("""
                {name:'barred',roles:[{id:'reader'}],logic:'NEGATIVE',decisionStrategy:'AFFIRMATIVE'}"""));
        String corporate = realm.path("identity-provider/instances/corporate");
        ObjectNode provider = (ObjectNode) realm.admin().get(corporate);
        provider.put("hideOnLogin", true).withObject("/config").put("forwardParameters", "tenant");
        realm.admin().put(corporate, provider);

        assertThat(different("users", "{\"username\":\"named\",\"attributes\":{}}"))
                .containsExactly("/firstName", "/lastName", "/email");
        assertThat(different("users", "{\"username\":\"named\"}")).isEmpty();
        assertThat(different("clients", "{\"clientId\":\"guard\"}")).containsExactly("/authorizationServicesEnabled");
        assertThat(different(
                        "policies",
                        "{\"client\":\"guard\",\"name\":\"barred\",\"type\":\"role\",\"roles\":[{\"id\":\"reader\"}]}"))
                .containsExactly("/logic", "/decisionStrategy");
        assertThat(different("identity-providers", "{\"alias\":\"corporate\"}"))
                .contains("/hideOnLogin", "/config/forwardParameters");
    }

    private static List<String> different(String kind, String record) throws IOException {
        return realm.imports().post(kind + "?op=verify", record).ofType("record").stream()
                .flatMap(line -> StreamSupport.stream(line.get("pointers").spliterator(), false))
                .map(JsonNode::asText)
                .toList();
    }

    /** A record names the clients whose roles it lists; an import leaves the roles of others alone. */
    @ParameterizedTest
    @CsvSource({"roles, name, blanks", "groups, path, /blanks", "organizations, name, blanks"})
    void law14_blankValuesOfAttributesAreCompared(String kind, String field, String key) throws IOException {
        String record = "{\"%s\":\"%s\",\"attributes\":{%s}}";
        String without = record.formatted(field, key, "\"kept\":[\"x\"]");
        String with = record.formatted(field, key, "\"kept\":[\"x\"],\"empty\":[\"\"]");
        realm.imports().post(kind, without);

        assertThat(found(kind, with)).isEqualTo("different");
        realm.imports().post(kind + "?ifExists=overwrite", with);
        assertThat(found(kind, with)).isEqualTo("same");
        assertThat(found(kind, without)).isEqualTo("different");
    }

    private String found(String kind, String record) throws IOException {
        return realm.imports()
                .post(kind + "?op=verify&results=all", record)
                .outcomes()
                .get(1);
    }

    @Test
    void law14_anEmptyListOfEndpointsIsNone() throws IOException {
        String none = "{\"name\":\"bare\"}";
        String empty = "{\"name\":\"bare\",\"endpoints\":[]}";
        realm.imports().post("capabilities", empty);

        for (String record : List.of(none, empty)) {
            assertThat(realm.imports()
                            .post("capabilities?op=verify&results=all", record)
                            .outcomes())
                    .containsValue("same");
            assertThat(realm.imports()
                            .post("capabilities?ifExists=overwrite&results=all", record)
                            .outcomes())
                    .containsValue("skipped");
        }
    }

    @Test
    void rolesOfClientsThatARecordDoesNotNameAreCountedAsNotCompared() throws IOException {
        realm.imports().post("users", List.of("{\"username\":\"grown-1\"}", "{\"username\":\"grown-2\"}"));
        realm.imports().post("roles", "{\"name\":\"grown\"}");
        List<String> users = List.of(
                "{\"username\":\"grown-1\",\"clientRoles\":{\"shop\":[]}}",
                "{\"username\":\"grown-2\",\"clientRoles\":{}}");
        String role = "{\"name\":\"grown\",\"composites\":{\"client\":{}}}";
        realm.imports()
                .post(
                        "role-mappings",
                        List.of(
                                "{\"username\":\"grown-1\",\"clientRoles\":{\"realm-management\":[\"realm-admin\"]}}",
                                "{\"username\":\"grown-2\",\"clientRoles\":{\"realm-management\":[\"view-users\"]}}"));
        realm.imports()
                .post(
                        "roles?ifExists=merge",
                        "{\"name\":\"grown\",\"composites\":"
                                + "{\"realm\":[\"reader\"],\"client\":{\"shop\":[\"buyer\"]}}}");

        ImportAnswer ofUsers = realm.imports().post("users?op=verify&job=grown", users);
        ImportAnswer ofRole = realm.imports().post("roles?op=verify&results=all", role);
        JsonNode report = realm.admin().get(realm.path("bulk-import/jobs/grown/report"));

        assertThat(ofUsers.count("same")).isEqualTo(2);
        for (JsonNode told : List.of(ofUsers.summary(), realm.imports().job("grown"))) {
            assertThat(told.path("warnings"))
                    .as("%s", told)
                    .extracting(
                            warning -> warning.get("code").asText(),
                            warning -> warning.get("kind").asText(),
                            warning -> warning.get("pointer").asText(),
                            warning -> warning.get("count").asInt(),
                            warning -> warning.get("lines").toString())
                    .containsExactly(tuple("not_compared", "users", "/clientRoles/realm-management", 2, "[1,2]"));
        }
        assertThat(report.get("notCompared")).isEqualTo(AdminHttp.parse("{\"users/clientRoles\":2}"));
        assertThat(ofRole.ofType("record").get(0).get("notCompared"))
                .extracting(JsonNode::asText)
                .containsExactly("/composites/client/shop", "/composites/realm");
    }

    /** No import changes them, and no export has them. */
    @Test
    void theClientsThatAdministerRealmsAreThereAndNotCompared(SharedServer server) throws IOException {
        ImportClient master = new ImportClient(server.admin(), "master");

        String document = """
                {"realm":"master","clients":[{"clientId":"master-realm","name":"master Realm"}],
                 "roles":{"client":{"master-realm":[{"name":"view-users"},{"name":"no-such-role"}]}}}""";

        ImportAnswer answer =
                master.post("?op=verify&results=all", "application/json", document.getBytes(StandardCharsets.UTF_8));

        assertThat(answer.ofType("record"))
                .extracting(
                        line -> line.get("key").asText(),
                        line -> line.get("outcome").asText(),
                        line -> line.path("notCompared").toString())
                .containsExactlyInAnyOrder(
                        tuple("master-realm", "same", "[\"\"]"),
                        tuple("view-users", "same", "[\"\"]"),
                        tuple("no-such-role", "missing", ""));
    }

    @Test
    void law8_aVerificationNeedsWhatAnExportNeeds() throws IOException {
        for (String role : callers.adminRoles()) {
            AdminHttp caller = callers.with(role);
            int exported = ExportAnswer.get(caller, REALM, "users").status();

            int verified = callers.importing(caller)
                    .post("users?op=verify", jane("\"lastName\":\"Doe\""))
                    .status();

            assertThat(verified).as(role).isEqualTo(exported);
        }
    }

    @Test
    void law8_whatTheCallerMayNotViewIsNotCompared() throws IOException {
        AdminHttp viewer = callers.with("view-users");

        ImportAnswer answer = callers.importing(viewer)
                .post("users?op=verify&results=all&job=viewed", jane("\"realmRoles\":[\"another\"]"));

        JsonNode line = answer.ofType("record").get(0);
        assertThat(line.get("outcome").asText()).isEqualTo("same");
        assertThat(line.get("notCompared")).extracting(JsonNode::asText).containsExactly("/realmRoles");
        assertThat(viewer.get(realm.path("bulk-import/jobs")))
                .extracting(job -> job.get("id").asText())
                .containsExactly("viewed");
    }

    @Test
    void law9_secretsAreNotComparedAndPasswordsNotTried() throws IOException {
        ImportAnswer answer = realm.imports()
                .post(
                        "users?op=verify&results=all&events=record",
                        jane("\"credentials\":[{\"type\":\"password\",\"value\":\"a-password-of-jane\"}]"));

        JsonNode line = answer.ofType("record").get(0);
        assertThat(line.get("outcome").asText()).isEqualTo("same");
        assertThat(line.get("notCompared")).extracting(JsonNode::asText).containsExactly("/credentials");
        assertThat(answer.lines().toString()).doesNotContain("a-password-of-jane");
    }

    @Test
    void theReportIsSignedByTheRealmAndIsNoToken() throws IOException, GeneralSecurityException {
        realm.imports().post("users?op=verify&job=my-own-words", jane("\"lastName\":\"Roe\""));

        JsonNode report = AdminHttp.parse(report("application/json").body());
        String page = report("text/html").body();
        String signed = report("application/jose").body();

        assertThat(report.path("status").asText()).isEqualTo("COMPLETED");
        assertThat(report.path("different").asLong()).isEqualTo(1);
        assertThat(report.path("input").path("sha256").asText()).matches("[0-9a-f]{64}");
        assertThat(report.path("versions").path("keycloak").asText()).startsWith("26.");
        assertThat(page)
                .contains(
                        "<h1>Verification</h1>",
                        report.path("input").path("sha256").asText());
        String[] parts = signed.split("\\.");
        assertThat(decoded(parts[0]).path("typ").asText()).isEqualTo("keylift-report+jws");
        assertThat(decoded(parts[1])).isEqualTo(report);
        assertThat(decoded(parts[1]).properties())
                .extracting(Map.Entry::getKey)
                .doesNotContain("iss", "sub", "aud", "azp", "exp");
        for (String form : List.of(report.toString(), page, decoded(parts[1]).toString())) {
            assertThat(form).doesNotContain("my-own-words");
        }
        assertThat(isSignedByTheRealm(parts)).isTrue();
        assertThat(tokens.whereTaken(signed)).isEmpty();
    }

    @Test
    void onlyAVerificationHasAReport() throws IOException {
        realm.imports().post("users?dryRun=true&job=no-verification", "{\"username\":\"new\"}\n");

        HttpResponse<String> answer =
                realm.admin().send("GET", realm.path("bulk-import/jobs/no-verification/report"), null);

        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.body()).contains("op=verify");
    }

    private static HttpResponse<String> report(String type) {
        HttpResponse<String> answer = realm.admin()
                .send("GET", realm.path("bulk-import/jobs/my-own-words/report"), Map.of("Accept", type), null);
        assertThat(answer.statusCode()).isEqualTo(200);
        assertThat(answer.headers().firstValue("Content-Type").orElseThrow()).startsWith(type);
        return answer;
    }

    private static JsonNode decoded(String part) {
        return AdminHttp.parse(new String(Base64.getUrlDecoder().decode(part), StandardCharsets.UTF_8));
    }

    private static boolean isSignedByTheRealm(String[] parts) throws GeneralSecurityException {
        String kid = decoded(parts[0]).path("kid").asText();
        for (JsonNode key : realm.admin()
                .get("/realms/" + REALM + "/protocol/openid-connect/certs")
                .path("keys")) {
            if (key.path("kid").asText().equals(kid)) {
                Signature signature = Signature.getInstance("SHA256withRSA");
                signature.initVerify(KeyFactory.getInstance("RSA")
                        .generatePublic(new RSAPublicKeySpec(number(key.get("n")), number(key.get("e")))));
                signature.update((parts[0] + "." + parts[1]).getBytes(StandardCharsets.US_ASCII));
                return signature.verify(Base64.getUrlDecoder().decode(parts[2]));
            }
        }
        return false;
    }

    private static BigInteger number(JsonNode text) {
        return new BigInteger(1, Base64.getUrlDecoder().decode(text.asText()));
    }
}
