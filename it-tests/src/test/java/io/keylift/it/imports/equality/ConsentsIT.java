// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.equality;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.it.OnSharedServer;
import io.keylift.it.SharedServer;
import io.keylift.it.exports.ExportAnswer;
import io.keylift.it.http.AdminHttp;
import io.keylift.it.imports.support.ImportAnswer;
import io.keylift.it.imports.support.LoginPages;
import io.keylift.it.imports.support.RealmRows;
import io.keylift.it.imports.support.Records;
import io.keylift.it.imports.support.RowComparison;
import io.keylift.it.imports.support.Sql;
import io.keylift.it.imports.support.TwinRealm;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Consents of users, which only Keycloak's own import can write as well. */
@OnSharedServer
class ConsentsIT {

    private static final long CREATED = 1_700_000_000_000L;
    private static final String PASSWORD = "Correct-Horse-9";
    private static final Set<String> TABLES = Set.of("user_consent", "user_consent_client_scope");

    private static TwinRealm realm;
    private static int count;

    @BeforeAll
    static void realm(SharedServer server) {
        realm = TwinRealm.create(server, "consents", Map.of());
    }

    @Test
    void law5_consentsAreRowForRowWhatKeycloaksOwnImportWrites(SharedServer server) throws IOException {
        TwinRealm one = TwinRealm.create(server, "consents-one", Map.of());
        TwinRealm other = TwinRealm.create(server, "consents-other", Map.of());
        List<ObjectNode> users = List.of(
                Records.json(
                        "{username:'anna',clientConsents:[{clientId:'shop',grantedClientScopes:['special','email']},"
                                + "{clientId:'account',grantedClientScopes:['email','email']}]}"),
                Records.json("{username:'bert',clientConsents:[{clientId:'shop'}]}"),
                Records.json("{username:'carl',clientConsents:[]}"));

        one.admin().post(one.path("partialImport"), Map.of("ifResourceExists", "FAIL", "users", users));
        ImportAnswer answer = other.imports().post("users", Records.lines(users));

        assertThat(answer.count("added")).as("%s", answer.lines()).isEqualTo(3);
        RealmRows wanted = RealmRows.of(server.database(), one.name());
        assertThat(wanted.of("user_consent")).hasSize(3);
        assertThat(wanted.of("user_consent_client_scope")).hasSize(3);
        RowComparison.assertAlike(wanted, RealmRows.of(server.database(), other.name()), TABLES);
    }

    @Test
    void usersAreNotAskedForWhatTheyConsentedToBefore(SharedServer server) throws IOException {
        TwinRealm pages = TwinRealm.create(server, "consents-pages", Map.of());
        pages.demandNothingOfNewUsers();
        pages.admin()
                .post(
                        pages.path("clients"),
                        Map.of(
                                "clientId",
                                "asking",
                                "publicClient",
                                true,
                                "consentRequired",
                                true,
                                "redirectUris",
                                List.of("*")));
        String user = "{username:'%s',enabled:true,email:'%1$s@example.org',firstName:'A',lastName:'B',"
                + "credentials:[{type:'password',value:'" + PASSWORD + "'}],clientConsents:[%s]}";
        List<ObjectNode> users = List.of(
                Records.json(user.formatted("asked", "{clientId:'shop',grantedClientScopes:['profile']}")),
                Records.json(user.formatted(
                        "consented", "{clientId:'asking',grantedClientScopes:['profile','email','roles']}")));
        assertThat(pages.imports().post("users", Records.lines(users)).rejects())
                .isEmpty();

        assertThat(signsInAtOnce(server, pages, "consented")).isTrue();
        assertThat(signsInAtOnce(server, pages, "asked")).isFalse();
    }

    private static boolean signsInAtOnce(SharedServer server, TwinRealm realm, String username) {
        return new LoginPages(server.keycloak().baseUrl(), realm.name(), "asking")
                .submit(Map.of("username", username, "password", PASSWORD));
    }

    /**
     * The outcome for a user with consents for two clients; the dates of the consent for the shop are given.
     * ConsentChangeTest has more ways.
     */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            merge     | [{clientId:'shop',grantedClientScopes:['profile'],createdDate:5}] | updated       | {account=[email], shop=[email, profile, special]}
            overwrite | [{clientId:'shop',grantedClientScopes:['profile','email']}]    | updated          | {shop=[email, profile]}
            overwrite | [{clientId:'account',grantedClientScopes:['email']},{clientId:'shop',grantedClientScopes:['special','email'],createdDate:1700000000000}] | skipped | same
            overwrite | [{clientId:'shop',grantedClientScopes:['shop']}]               | updated          | {shop=[shop]}
            overwrite | null                                                           | skipped          | same
            overwrite | [{clientId:'none'}]                                            | unknown_client /clientConsents/0/clientId | same
            overwrite | [{clientId:'shop',grantedClientScopes:['email','none']}]       | unknown_client_scope /clientConsents/0/grantedClientScopes/1 | same
            overwrite | [{clientId:'shop',grantedClientScopes:['email:x']}]            | unknown_client_scope /clientConsents/0/grantedClientScopes/0 | same
            overwrite | [{clientId:'shop',grantedClientScopes:['account']}]            | unknown_client_scope /clientConsents/0/grantedClientScopes/0 | same
            overwrite | [{clientId:'shop',grantedScopes:['email']}]                    | unknown_field /clientConsents/0/grantedScopes | same
            """)
    void ifExistsDecidesWhatBecomesOfAUsersConsents(String ifExists, String consents, String outcome, String expected)
            throws IOException {
        String name = "consenting-" + ++count;
        ObjectNode before = Records.json("{username:'" + name + "',clientConsents:[{clientId:'shop',"
                + "grantedClientScopes:['email','special'],createdDate:" + CREATED + ",lastUpdatedDate:" + CREATED
                + "},"
                + "{clientId:'account',grantedClientScopes:['email']}]}");
        assertThat(realm.imports().post("users", Records.lines(List.of(before))).count("added"))
                .isEqualTo(1);
        String same = consents(name);
        assertThat(same).isEqualTo("{account=[email], shop=[email, special]}");
        ObjectNode record = Records.json("{username:'" + name + "',clientConsents:" + consents + "}");
        String query = "users?results=all&ifExists=" + ifExists;

        ImportAnswer dry = realm.imports().post(query + "&dryRun=true", Records.lines(List.of(record)));
        assertThat(consents(name)).isEqualTo(same);
        ImportAnswer answer = realm.imports().post(query, Records.lines(List.of(record)));

        assertThat(answer.outcomes().values()).containsExactly(outcome);
        assertThat(dry.outcomes()).isEqualTo(answer.outcomes());
        assertThat(consents(name)).isEqualTo(expected.equals("same") ? same : expected);
        if (expected.contains("special") || expected.equals("same")) {
            JsonNode shop = consent(name, "shop");
            assertThat(shop.get("createdDate").asLong()).isEqualTo(CREATED);
            boolean kept = !outcome.equals("updated") || consents.contains("stock");
            assertThat(shop.get("lastUpdatedDate").asLong() == CREATED).isEqualTo(kept);
        }
    }

    /** Keycloak stores them if its feature is on, and keeps them when it is off. */
    @Test
    void law14_aScopeWithAParameterComesBackAsItWasExported(SharedServer server) throws IOException {
        TwinRealm one = TwinRealm.create(server, "consents-parameter-one", Map.of());
        TwinRealm other = TwinRealm.create(server, "consents-parameter-other", Map.of());
        for (TwinRealm each : List.of(one, other)) {
            String scope = "{\"name\":\"%s\",\"protocol\":\"openid-connect\"}";
            each.imports().post("client-scopes", List.of(scope.formatted("visit"), scope.formatted("visit:hours")));
            try (Sql sql = new Sql(server.database())) {
                sql.execute(
                        "insert into client_scope_attributes (scope_id, name, value)"
                                + " select s.id, 'is.parameterized.scope', 'true' from client_scope s"
                                + " join realm r on r.id = s.realm_id where r.name = ? and s.name like 'visit%'",
                        each.name());
            }
        }
        String scopes = "[\"email\",\"visit:hours:9\",\"visit:ward:7\",\"visit:ward:8\"]";
        ObjectNode user =
                Records.json("{username:'dora',clientConsents:[{clientId:'shop',createdDate:5,lastUpdatedDate:6}]}");
        ((ObjectNode) user.at("/clientConsents/0")).set("grantedClientScopes", AdminHttp.JSON.readTree(scopes));

        String path = "users?fields=username,clientConsents";

        ImportAnswer added = one.imports().post("users?results=all", Records.lines(List.of(user)));
        List<ObjectNode> export =
                ExportAnswer.get(one.admin(), one.name(), path).records();
        ImportAnswer again = other.imports().post("users?results=all", Records.lines(export));

        assertThat(added.outcomes().values()).containsExactly("added");
        assertThat(RealmRows.of(server.database(), one.name()).of("user_consent_client_scope"))
                .extracting(row -> row.get("parameter"))
                .contains("9", "ward:7", "ward:8")
                .hasSize(4);
        assertThat(export)
                .singleElement()
                .satisfies(record -> assertThat(record.at("/clientConsents/0/grantedClientScopes")
                                .toString())
                        .isEqualTo(scopes));
        assertThat(again.outcomes().values()).containsExactly("added");
        assertThat(ExportAnswer.get(other.admin(), other.name(), path).records())
                .isEqualTo(export);
        assertThat(one.imports()
                        .post("users?ifExists=overwrite&results=all", Records.lines(export))
                        .outcomes()
                        .values())
                .containsExactly("skipped");
    }

    /** Client scopes by client, as the Admin API shows them. */
    private static String consents(String username) {
        Map<String, Set<String>> scopes = new TreeMap<>();
        for (JsonNode consent : realm.admin().get(realm.path("users/" + realm.userId(username) + "/consents"))) {
            Set<String> names = new TreeSet<>();
            consent.get("grantedClientScopes").forEach(scope -> names.add(scope.asText()));
            scopes.put(consent.get("clientId").asText(), names);
        }
        return scopes.toString();
    }

    private static JsonNode consent(String username, String client) {
        for (JsonNode consent : realm.admin().get(realm.path("users/" + realm.userId(username) + "/consents"))) {
            if (consent.get("clientId").asText().equals(client)) {
                return consent;
            }
        }
        throw new AssertionError("No consent for " + client);
    }
}
