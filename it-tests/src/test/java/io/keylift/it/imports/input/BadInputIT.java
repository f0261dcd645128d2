// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.input;

import static org.assertj.core.api.Assertions.assertThat;

import io.keylift.it.OnSharedServer;
import io.keylift.it.SharedServer;
import io.keylift.it.TestRealms;
import io.keylift.it.http.AdminHttp;
import io.keylift.it.imports.support.Callers;
import io.keylift.it.imports.support.ImportAnswer;
import io.keylift.it.imports.support.ImportClient;
import io.keylift.it.imports.support.Sql;
import io.keylift.it.readme.Documentation;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Invalid input never causes a server error or the loss of a valid record; each invalid record is one reject. */
@OnSharedServer
class BadInputIT {

    private static final String REALM = "bad-input";

    /** Another seed, other input. */
    private static final long SEED = Long.getLong("keylift.badInput.seed", 11L);

    private static Callers realm;
    private static ImportClient client;
    private static Set<String> documented;

    @AutoClose
    private static Sql sql;

    @BeforeAll
    static void realm(SharedServer server) throws IOException {
        AdminHttp admin = server.admin();
        TestRealms.createForTenant(admin, REALM);
        admin.put("/admin/realms/" + REALM, Map.of("passwordPolicy", "length(8)"));
        realm = new Callers(server, REALM);
        client = realm.importing(admin);
        client.post("organizations", "{\"name\":\"Acme\",\"alias\":\"acme\"}");
        documented = Documentation.read().page("docs/reject-codes.md").column("Reject codes", 0);
        sql = new Sql(server.database());
    }

    /** Together these are more than two thousand bad lines. */
    @ParameterizedTest
    @ValueSource(ints = {1, 7, 100, 1000})
    void aBadLineCostsNoneOfItsNeighbours(int chunkSize) throws IOException {
        Random random = new Random(SEED * 31 + chunkSize);
        BadSyntax syntax = new BadSyntax(random);
        BadFields fields = new BadUsers(random);
        MixedBody body = MixedBody.lines();
        for (int i = 0; i < 1000; i++) {
            String name = "mixed-" + chunkSize + "-" + i;
            switch (random.nextInt(8)) {
                case 0, 1 -> body.addGood(name, goodUser(name));
                case 2 -> body.addBlankLine(" \t".repeat(random.nextInt(3)));
                case 3, 4 -> body.addBad(syntax.next(name));
                default -> body.addBad(fields.next(name));
            }
        }
        assertThat(body.badLines()).isGreaterThan(500);
        assertOutcomes("users", body, client.post("users?chunkSize=" + chunkSize, ImportClient.NDJSON, body.bytes()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"users", "organizations"})
    void aFaultInAFieldIsRejectedAtThatField(String kind) throws IOException {
        BadFields faults =
                kind.equals("users") ? new BadUsers(new Random(SEED)) : new BadOrganizations(new Random(SEED));
        MixedBody body = MixedBody.lines();
        for (BadLine fault : faults.all("fault-")) {
            body.addBad(fault);
            String name = "beside-" + body.badLines();
            body.addGood(name, kind.equals("users") ? goodUser(name) : "{\"name\":\"" + name + "\"}");
        }
        assertOutcomes(kind, body, client.post(kind, ImportClient.NDJSON, body.bytes()));
    }

    @Test
    void aBadRowCostsNoneOfItsNeighbours() throws IOException {
        Random random = new Random(SEED);
        BadRows rows = new BadRows(random);
        MixedBody body = MixedBody.csv(BadRows.HEADER);
        for (int i = 0; i < 300; i++) {
            String name = "row-" + i;
            if (random.nextInt(3) == 0) {
                body.addGood(name, BadRows.row(name));
            } else {
                body.addBad(rows.next(name));
            }
        }
        assertOutcomes("users", body, client.post("users?chunkSize=50", "text/csv", body.bytes()));
    }

    @Test
    void aQuoteThatIsNeverClosedDoesNotEndAsCompleted() throws IOException {
        byte[] body = "username\nfirst-row\n\"second-row\nthird-row\nfourth-row\n".getBytes(StandardCharsets.UTF_8);

        ImportAnswer answer = client.post("users", "text/csv", body).addsUp();

        assertThat(answer.end()).isEqualTo("FAILED unclosed_quote");
        assertThat(answer.count("added")).isEqualTo(1);
        assertThat(answer.rejects()).singleElement().satisfies(reject -> {
            assertThat(reject.path("fileLine").asInt()).isEqualTo(3);
            assertThat(reject.path("message").asText()).contains("line 3", "line 5");
        });
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            application/x-ndjson | [/{"username":"a"},/{"username":"b"}/]      | not_ndjson | application/json
            application/x-ndjson | dn: uid=a/uid: a//dn: uid=b/uid: b          | not_ndjson | LDIF
            application/json     | {"Resources":[{"userName":"a"}]}            | not_an_array | jq .users
            text/csv             | sep=,/username/a                            | malformed_header | Remove the line
            text/csv             | "user";"email"/"a";"a@x.example"            | malformed_header | commas
            text/csv             | 1,a,,true                                   | malformed_header | names of the fields
            """)
    void aBodyOfAnotherFormatIsRefusedWithAHint(String type, String body, String code, String hint) throws IOException {
        ImportAnswer answer = client.post("users", type, body.replace('/', '\n').getBytes(StandardCharsets.UTF_8));

        assertThat(answer.status()).isEqualTo(400);
        assertThat(answer.lines().get(0).at("/params/0").asText()).isEqualTo(code);
        assertThat(answer.errorMessage()).contains(hint);
    }

    @Test
    void aCredentialWithABlankHashIsRejectedAtTheHash() throws IOException {
        ImportAnswer answer = client.post(
                "users", "{\"username\":\"blank-hash\",\"credentials\":[{\"type\":\"password\",\"hash\":\"\"}]}");

        assertThat(answer.rejects()).singleElement().satisfies(reject -> {
            assertThat(reject.path("code").asText()).isEqualTo("unknown_hash_algorithm");
            assertThat(reject.path("pointer").asText()).isEqualTo("/credentials/0/hash");
        });
    }

    @Test
    void aLongKeyIsShortened() throws IOException {
        String path = "/north" + "/level".repeat(400);

        ImportAnswer answer = client.post("groups", "{\"path\":\"" + path + "\",\"description\":7,\"x\":1}");

        assertThat(answer.rejects())
                .singleElement()
                .satisfies(reject -> assertThat(reject.path("key").asText())
                        .hasSize(500)
                        .startsWith("/north/level")
                        .endsWith("/level"));
    }

    @Test
    void aFlowThatTheRealmLacksIsUnknownByTheNameThatTheDocumentHas() throws IOException {
        String body =
                "{\"realm\":\"" + REALM + "\",\"authenticationFlows\":[{\"id\":\"f-1\",\"alias\":\"browser-mfa\"}],"
                        + "\"clients\":[{\"clientId\":\"bound\","
                        + "\"authenticationFlowBindingOverrides\":{\"browser\":\"f-1\"}}]}";

        ImportAnswer answer = client.post("", "application/json", body.getBytes(StandardCharsets.UTF_8));

        assertThat(answer.rejects()).singleElement().satisfies(reject -> {
            assertThat(reject.path("code").asText()).isEqualTo("unknown_flow");
            assertThat(reject.path("pointer").asText()).isEqualTo("/authenticationFlowBindingOverrides/browser");
            assertThat(reject.path("message").asText()).contains("`browser-mfa`");
        });
    }

    @Test
    void aFieldThatARecordOfADocumentHasTwiceIsRejectedWithItsKeyAndItsPlace() throws IOException {
        byte[] body = ("{\"realm\":\"" + REALM + "\",\n \"roles\":{\"realm\":[{\"name\":\"depot\"},\n"
                        + "  {\"name\":\"twice\",\"attributes\":{\"a\":[\"1\"],\"a\":[\"2\"]}}]}}")
                .getBytes(StandardCharsets.UTF_8);

        ImportAnswer answer =
                client.post("?ids=prefer", "application/json", body).addsUp();

        assertThat(answer.count("added")).isEqualTo(1);
        assertThat(answer.rejects()).singleElement().satisfies(reject -> {
            assertThat(reject.path("code").asText()).isEqualTo("malformed_json");
            assertThat(reject.path("kind").asText()).isEqualTo("roles");
            assertThat(reject.path("key").asText()).isEqualTo("twice");
            assertThat(reject.path("pointer").asText()).isEqualTo("/attributes/a");
            assertThat(reject.path("fileLine").asInt()).isEqualTo(3);
            assertThat(reject.path("message").asText()).contains("\"a\" twice", "line 3, column 3");
        });
    }

    @Test
    void aBadElementCostsNoneOfItsNeighbours() throws IOException {
        Random random = new Random(SEED);
        BadFields fields = new BadUsers(random);
        MixedBody body = MixedBody.array();
        for (int i = 0; i < 300; i++) {
            String name = "element-" + i;
            switch (random.nextInt(6)) {
                case 0, 1 -> body.addGood(name, goodUser(name));
                case 2 -> body.addBad(BadSyntax.element(random, name));
                default -> body.addBad(fields.next(name));
            }
        }
        assertOutcomes(
                "users",
                body,
                client.post(
                        "users?chunkSize=50",
                        "application/json",
                        body.end(" ] ").bytes()));
    }

    @Test
    void aRecordThatIsTooLongCostsNoneOfItsNeighbours() throws IOException {
        MixedBody body = MixedBody.lines();
        for (int i = 0; i < 6; i++) {
            String filler = "x".repeat((1 << 20) + (i == 0 ? 1 : i * 300_000));
            body.addBad(BadLine.of(i % 2 == 0 ? filler : "{\"username\":\"" + filler + "\"}", "record_too_long", ""));
            body.addGood("beside-long-" + i, goodUser("beside-long-" + i));
        }
        assertOutcomes("users", body, client.post("users", ImportClient.NDJSON, body.bytes()));
    }

    @ParameterizedTest
    @CsvSource({"1, exists", "1000, duplicate_in_input"})
    void aRecordThatStandsTwiceIsAddedOnce(int chunkSize, String code) throws IOException {
        MixedBody body = MixedBody.lines();
        for (int i = 0; i < 20; i++) {
            String name = "twice-" + chunkSize + "-" + i;
            body.addGood(name, goodUser(name));
            String twin = i % 2 == 0 ? name : name.toUpperCase(Locale.ROOT);
            body.addBad(BadLine.of("{\"username\":\"" + twin + "\"}", code, "/username"));
        }
        assertOutcomes("users", body, client.post("users?chunkSize=" + chunkSize, ImportClient.NDJSON, body.bytes()));
    }

    /** The outcome of a damaged line is random, but it is exactly one. */
    @Test
    void aDamagedLineHasOneOutcome() throws IOException {
        Random random = new Random(SEED);
        ByteArrayOutputStream body = new ByteArrayOutputStream();
        int lines = 500;
        for (int i = 0; i < lines; i++) {
            byte[] line = goodUser("damaged-" + i).getBytes(StandardCharsets.UTF_8);
            for (int hits = random.nextInt(4); hits >= 0; hits--) {
                byte damage = (byte) random.nextInt(256);
                line[random.nextInt(line.length)] = damage == '\n' ? 0 : damage;
            }
            body.writeBytes(line);
            body.write('\n');
        }
        ImportAnswer answer = client.post("users?results=all&chunkSize=25", ImportClient.NDJSON, body.toByteArray());

        assertThat(answer.end()).isEqualTo("COMPLETED");
        assertThat(answer.addsUp().count("read")).isEqualTo(lines);
        assertThat(answer.lines().stream()
                        .filter(line -> line.has("line"))
                        .map(line -> line.get("line").asInt()))
                .containsExactlyElementsOf(
                        IntStream.rangeClosed(1, lines).boxed().toList());
        assertThat(answer.rejects())
                .isNotEmpty()
                .allMatch(reject -> documented.contains(reject.get("code").asText()));
    }

    /** Numbers where text belongs, and the like, are read as the Admin API reads them. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"firstName\":7",
                "\"firstName\":true",
                "\"enabled\":\"true\"",
                "\"enabled\":\"maybe\"",
                "\"enabled\":1",
                "\"createdTimestamp\":\"1700000000000\"",
                "\"createdTimestamp\":1.5",
                "\"attributes\":{\"jobTitle\":[7]}",
                "\"attributes\":{\"jobTitle\":true}",
                "\"firstName\":{}",
                "\"firstName\":[]",
                "\"credentials\":{}",
                "\"groups\":[[]]"
            })
    void aValueOfAnotherTypeIsTakenAsTheAdminApiTakesIt(String field) throws IOException {
        String name = "typed-" + Integer.toHexString(field.hashCode());
        int created = realm.admin()
                .send("POST", realm.path("users"), "{\"username\":\"" + name + "-api\"," + field + "}")
                .statusCode();

        ImportAnswer answer = client.post("users", "{\"username\":\"" + name + "\"," + field + "}");

        assertThat(answer.count("added")).isEqualTo(created == 201 ? 1 : 0);
    }

    private static void assertOutcomes(String kind, MixedBody body, ImportAnswer answer) {
        body.assertOutcomes(answer, documented);
        String names = kind.equals("users") ? "select t.username from user_entity" : "select t.name from org";
        Set<String> stored =
                new HashSet<>(sql.strings(names + " t join realm r on r.id = t.realm_id where r.name = ?", REALM));
        assertThat(stored).containsAll(body.goodNames());
    }

    /** Good, but not plain: escapes, characters of several bytes, blanks around, a number where text is expected. */
    private static String goodUser(String name) {
        return " {\"username\":\"" + name + "\",\"email\":\"" + name + "@good.example\",\"firstName\":\"Zo\u00eb\","
                + "\"lastName\":\"\\u00d6 \\ud83d\\ude00 \u4e2d \ud83d\ude00\",\"attributes\":{\"jobTitle\":[7]},"
                + "\"organizations\":{\"alias\":\"acme\"}} ";
    }
}
