// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.input;

import static org.assertj.core.api.Assertions.assertThat;

import io.keylift.it.OnSharedServer;
import io.keylift.it.SharedServer;
import io.keylift.it.http.AdminHttp;
import io.keylift.it.imports.support.Callers;
import io.keylift.it.imports.support.ImportAnswer;
import io.keylift.it.imports.support.Records;
import io.keylift.it.imports.support.Sql;
import io.keylift.it.imports.support.TwinRealm;
import java.io.IOException;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Features of identity providers alone: secrets, links to organizations, mappers and issuers. */
@OnSharedServer
class IdentityProvidersIT {

    private static final String REALM = "identity-providers";
    private static final String MASK = "**********";

    private static TwinRealm realm;
    private static Callers callers;
    private static Sql sql;
    private static URI server;

    @BeforeAll
    static void realm(SharedServer shared) throws IOException {
        realm = TwinRealm.create(shared, REALM, Callers.CHEAP_PASSWORDS);
        realm.demandNothingOfNewUsers();
        callers = new Callers(shared, REALM);
        sql = new Sql(shared.database());
        server = shared.keycloak().baseUrl();
        assertThat(realm.imports().post("organizations", """
                                {"name":"acme","domains":["acme.example"]}
                                {"name":"globex","domains":["globex.example"]}
                                """).count("added")).isEqualTo(2);
    }

    @AfterAll
    static void close() {
        sql.close();
    }

    @Test
    void aSecretStaysUnlessARecordChangesIt() throws IOException {
        outcome("added", "fail", "{alias:'s',providerId:'oidc',config:{clientId:'a',clientSecret:'given'}}");
        assertThat(secret("s")).isEqualTo("given");
        for (String ifExists : List.of("overwrite", "merge")) {
            outcome("updated", ifExists, "{alias:'s',config:{clientId:'masked %s',clientSecret:'%s'}}", ifExists, MASK);
            assertThat(secret("s")).isEqualTo("given");
            outcome("updated", ifExists, "{alias:'s',config:{clientId:'left out %s'}}", ifExists);
            assertThat(secret("s")).isEqualTo("given");
        }
        outcome("updated", "overwrite", "{alias:'s'}");
        assertThat(config("s")).isEqualTo(Map.of("clientSecret", "given"));
        outcome("updated", "merge", "{alias:'s',config:{clientSecret:'${vault.s}'}}");
        assertThat(secret("s")).isEqualTo("${vault.s}");
        outcome("updated", "overwrite", "{alias:'s',config:{clientSecret:''}}");
        assertThat(secret("s")).isNull();
        outcome("skipped", "overwrite", "{alias:'s',config:{clientSecret:'%s'}}", MASK);
        rejected("invalid /config/clientSecret", "{alias:'new',providerId:'oidc',config:{clientSecret:'%s'}}", MASK);
    }

    /** Keycloak's check reads all identity providers; the check of a disabled one needs none. */
    @ParameterizedTest
    @CsvSource({"jwtAuthorizationGrantEnabled", "supportsClientAssertions"})
    void oneEnabledProviderHasAnIssuer(String use) throws IOException {
        String provider = "{alias:'%s',providerId:'oidc',enabled:%s,config:{issuer:'https://%s.example'," + use
                + ":'true',useJwksUrl:'true',jwksUrl:'https://idp.example/keys'}}";
        String one = use + "-one";
        String two = use + "-two";
        outcome("added", "fail", provider, one, true, use + "1");
        rejected("conflict /config/issuer", provider, use + "-three", true, use + "1");
        outcome("added", "fail", provider, two, false, use + "1");
        rejected(realm.admin(), "merge", "conflict /config/issuer", "{alias:'" + two + "',enabled:true}");
        outcome("skipped", "merge", "{alias:'%s',enabled:true}", one);

        // In one chunk, the first gives the issuer up, and the second gets it.
        ImportAnswer exchanged = realm.imports()
                .post(
                        "identity-providers?ifExists=overwrite",
                        Records.json(provider.formatted(one, true, use + "2")) + "\n"
                                + Records.json(provider.formatted(two, true, use + "1")) + "\n");
        assertThat(exchanged.addsUp().count("updated"))
                .as("%s", exchanged.lines())
                .isEqualTo(2);
        ImportAnswer back = realm.imports()
                .post(
                        "identity-providers?ifExists=merge&chunkSize=1&parallelism=4",
                        Records.json("{alias:'" + two + "',enabled:false}") + "\n"
                                + Records.json("{alias:'" + one + "',config:{issuer:'https://" + use + "1.example'}}")
                                + "\n");
        assertThat(back.addsUp().count("updated")).as("%s", back.lines()).isEqualTo(2);
        rejected(
                "duplicate_in_input /config/issuer",
                List.of(
                        provider.formatted(use + "-four", true, use + "4"),
                        provider.formatted(use + "-five", true, use + "4")));
    }

    @Test
    void aLinkNeedsTheRightOnBothOrganizationsAndADomainOfIts() throws IOException {
        AdminHttp without = callers.with("manage-identity-providers");
        AdminHttp with = callers.with("manage-identity-providers", "manage-organizations");
        String linked = "{alias:'linked',providerId:'oidc',organization:'%s',config:{'kc.org.domain':'%s'}}";

        rejected(without, "fail", "forbidden /organization", linked.formatted("acme", "acme.example"));
        rejected(with, "fail", "unknown_organization /organization", linked.formatted("nowhere", "ANY"));
        rejected(with, "fail", "invalid /config/kc.org.domain", linked.formatted("acme", "globex.example"));
        assertThat(providersOf("acme")).isEmpty();
        outcome(with, "added", "fail", linked.formatted("acme", "acme.example"));
        assertThat(providersOf("acme")).containsExactly("linked");

        outcome(without, "updated", "merge", "{alias:'linked',organization:'acme',displayName:'Still'}");
        outcome(without, "updated", "overwrite", linked.formatted(id("acme"), "ANY"));
        rejected(without, "merge", "forbidden /organization", "{alias:'linked',organization:'globex'}");
        rejected(without, "merge", "forbidden /organization", "{alias:'linked',organization:''}");
        rejected(
                with,
                "merge",
                "invalid /config/kc.org.domain",
                "{alias:'linked',config:{'kc.org.domain':'globex.example'}}");

        outcome(with, "updated", "merge", "{alias:'linked',organization:'globex'}");
        assertThat(config("linked")).doesNotContainKey("kc.org.domain");
        assertThat(providersOf("acme")).isEmpty();
        assertThat(providersOf("globex")).containsExactly("linked");
        outcome(with, "updated", "merge", "{alias:'linked',config:{'kc.org.domain':'globex.example'}}");
        outcome(with, "updated", "merge", "{alias:'linked',organization:''}");
        assertThat(config("linked")).isEmpty();
        assertThat(providersOf("globex")).isEmpty();
    }

    @Test
    void mappersHaveNamesTypesAndIdsOfTheirOwn() throws IOException {
        String mapper = "{name:'%s',identityProviderMapper:'%s',config:{attribute:'%s'}}";
        String type = "hardcoded-attribute-idp-mapper";
        outcome(
                "added",
                "fail",
                "{alias:'m',providerId:'oidc',mappers:[" + mapper + "," + mapper + "]}",
                "one",
                type,
                "1",
                "two",
                type,
                "1");
        Map<String, String> ids = mappers("m");

        outcome(
                "updated",
                "merge",
                "{alias:'m',mappers:[" + mapper + "," + mapper + "]}",
                "two",
                type,
                "2",
                "three",
                type,
                "2");
        assertThat(mappers("m")).containsAllEntriesOf(ids).hasSize(3);
        assertThat(attributes("m")).isEqualTo(Map.of("one", "1", "two", "2", "three", "2"));
        outcome("skipped", "overwrite", "{alias:'m'}");
        outcome("updated", "overwrite", "{alias:'m',mappers:[" + mapper + "]}", "two", type, "2");
        assertThat(attributes("m")).isEqualTo(Map.of("two", "2"));
        String taken = mappers("m").get("two");
        outcome("updated", "overwrite", "{alias:'m',mappers:[]}");
        outcome(
                "updated",
                "overwrite",
                "{alias:'m',mappers:[{id:'%s',name:'four',identityProviderMapper:'%s'}]}",
                taken,
                type);
        assertThat(mappers("m")).isEqualTo(Map.of("four", taken));

        String other = "{alias:'other',providerId:'oidc',mappers:[%s]}";
        rejected(
                "invalid /mappers/0/identityProviderMapper",
                other,
                "{name:'x',identityProviderMapper:'no-such-mapper'}");
        rejected("missing /mappers/0/name", other, "{identityProviderMapper:'" + type + "'}");
        rejected("missing /mappers/0", other, "null");
        rejected(
                "invalid /mappers/0/identityProviderAlias",
                other,
                "{name:'x',identityProviderAlias:'m',identityProviderMapper:'" + type + "'}");
        rejected(
                "invalid /mappers/1/name",
                other,
                mapper.formatted("x", type, "1") + "," + mapper.formatted("x", type, "2"));
        rejected(
                "conflict /mappers/0/id", other, "{id:'" + taken + "',name:'x',identityProviderMapper:'" + type + "'}");
        rejected(
                realm.admin(),
                "merge",
                "conflict /mappers/0/id",
                "{alias:'m',mappers:[{id:'%s',name:'five',identityProviderMapper:'%s'}]}".formatted(taken, type));
    }

    @Test
    void whatARecordRefersToHasToBeThere() throws IOException {
        rejected(
                "unknown_flow /firstBrokerLoginFlowAlias",
                "{alias:'x',providerId:'oidc',firstBrokerLoginFlowAlias:'none'}");
        rejected(
                "unknown_flow /postBrokerLoginFlowAlias",
                "{alias:'x',providerId:'oidc',postBrokerLoginFlowAlias:'none'}");
        rejected("invalid /providerId", "{alias:'x',providerId:'pigeon'}");
        rejected("missing /providerId", "{alias:'x'}");
        rejected("unsupported_field /organizationId", "{alias:'x',providerId:'oidc',organizationId:'%s'}", id("acme"));
        rejected(
                "unsupported_field /config/kc.org", "{alias:'x',providerId:'oidc',config:{'kc.org':'%s'}}", id("acme"));
        rejected(realm.admin(), "merge", "conflict /providerId", "{alias:'corporate',providerId:'saml'}");
        ImportAnswer told = rejected(
                "invalid /config",
                "{alias:'x',providerId:'oidc',config:{clientSecret:'S512',pkceEnabled:'true',pkceMethod:'S512'}}");
        assertThat(told.lines().toString()).doesNotContain("S512");
        ImportAnswer insecure = rejected(
                "invalid /config", "{alias:'x',providerId:'oidc',config:{tokenUrl:'http://idp.example/token'}}");
        assertThat(insecure.rejects().get(0).get("message").asText()).contains("`sslRequired` of the realm");
    }

    @Test
    void law9_aVerificationComparesReferencesToAVaultAndNoSecrets() throws IOException {
        String settings = "'kc.org.domain':'acme.example','kc.org.broker.redirect.mode.email-matches':'true'";
        outcome(
                "added",
                "fail",
                "{alias:'told',providerId:'oidc',organization:'acme',config:{clientSecret:'given',%s}}",
                settings);
        outcome("added", "fail", "{alias:'vault',providerId:'oidc',config:{clientSecret:'${vault.one}'}}");
        String told = "{alias:'told',organization:'%s',config:{%s'kc.org.domain':'acme.example',"
                + "'kc.org.broker.redirect.mode.email-matches':'%b'}}";
        String vault = "{alias:'vault',config:{%s}}";
        Map<String, String> expected = new LinkedHashMap<>();
        expected.put(told.formatted("acme", "", true), "same  ");
        expected.put(told.formatted(id("acme"), "clientSecret:'given',", true), "same  [\"/config/clientSecret\"]");
        expected.put(told.formatted("acme", "clientSecret:'" + MASK + "',", true), "same  [\"/config/clientSecret\"]");
        expected.put(
                told.formatted("acme", "clientSecret:'${vault.one}',", true), "different [\"/config/clientSecret\"] ");
        expected.put(
                told.formatted("globex", "", false),
                "different [\"/organization\",\"/config/kc.org.broker.redirect.mode.email-matches\"] ");
        expected.put(vault.formatted("clientSecret:'${vault.one}'"), "same  ");
        expected.put(vault.formatted(""), "same  ");
        expected.put(vault.formatted("clientSecret:'" + MASK + "'"), "same  ");
        expected.put(vault.formatted("clientSecret:'${vault.two}'"), "different [\"/config/clientSecret\"] ");
        expected.put(
                vault.formatted("clientSecret:'guess'"),
                "different [\"/config/clientSecret\"] [\"/config/clientSecret\"]");

        ImportAnswer answer = callers.importing(callers.with("view-identity-providers", "view-organizations"))
                .post(
                        "identity-providers?op=verify&results=all",
                        Records.lines(
                                expected.keySet().stream().map(Records::json).toList()));

        assertThat(answer.addsUp().ofType("record"))
                .extracting(line ->
                        line.get("outcome").asText() + " " + line.path("pointers") + " " + line.path("notCompared"))
                .containsExactlyElementsOf(expected.values());
    }

    /** The mapping of the login page, of accounts and of users is a list of its own in Keycloak's cache. */
    @Test
    void law10_theLoginPageShowsWhatIsThereAtOnce() throws IOException {
        assertThat(loginPage()).doesNotContain("Visible at once");
        outcome("added", "fail", "{alias:'visible',providerId:'oidc',displayName:'Visible at once'}");
        assertThat(loginPage()).contains("Visible at once");
        outcome("updated", "merge", "{alias:'visible',hideOnLogin:true}");
        assertThat(loginPage()).doesNotContain("Visible at once");
        outcome("updated", "merge", "{alias:'visible',hideOnLogin:false,displayName:'Visible again'}");
        assertThat(loginPage()).contains("Visible again");
        assertThat(realm.imports()
                        .post("identity-providers?op=remove", "{\"alias\":\"visible\"}")
                        .count("removed"))
                .isEqualTo(1);
        assertThat(loginPage()).doesNotContain("Visible again");
    }

    private static String loginPage() {
        String account = server + "/realms/" + REALM + "/account/";
        return realm.admin()
                .send(
                        "GET",
                        "/realms/" + REALM + "/protocol/openid-connect/auth?client_id=account&response_type=code"
                                + "&scope=openid&redirect_uri=" + TwinRealm.encoded(account),
                        null)
                .body();
    }

    private static String id(String organization) {
        return realm.organizationId(organization);
    }

    /** As the Admin API shows them, which reads Keycloak's cache. */
    private static List<String> providersOf(String organization) {
        return realm.admin()
                .get(realm.path("organizations/" + id(organization) + "/identity-providers"))
                .findValuesAsText("alias");
    }

    private static String secret(String alias) {
        return config(alias).get("clientSecret");
    }

    private static Map<String, String> config(String alias) {
        return pairs(
                "select c.name || '=' || c.value from identity_provider_config c"
                        + " join identity_provider p on p.internal_id = c.identity_provider_id"
                        + " join realm r on r.id = p.realm_id where r.name = ? and p.provider_alias = ?",
                alias);
    }

    private static Map<String, String> mappers(String alias) {
        return pairs(
                "select m.name || '=' || m.id from identity_provider_mapper m join realm r on r.id = m.realm_id"
                        + " where r.name = ? and m.idp_alias = ?",
                alias);
    }

    private static Map<String, String> attributes(String alias) {
        return pairs(
                "select m.name || '=' || c.value from identity_provider_mapper m join realm r on r.id = m.realm_id"
                        + " join idp_mapper_config c on c.idp_mapper_id = m.id and c.name = 'attribute'"
                        + " where r.name = ? and m.idp_alias = ?",
                alias);
    }

    private static Map<String, String> pairs(String query, String alias) {
        Map<String, String> pairs = new TreeMap<>();
        for (String pair : sql.strings(query, REALM, alias)) {
            pairs.put(pair.substring(0, pair.indexOf('=')), pair.substring(pair.indexOf('=') + 1));
        }
        return pairs;
    }

    private static void outcome(String outcome, String ifExists, String record, Object... values) throws IOException {
        outcome(realm.admin(), outcome, ifExists, record.formatted(values));
    }

    private static void outcome(AdminHttp caller, String outcome, String ifExists, String record) throws IOException {
        ImportAnswer answer = post(caller, ifExists, List.of(record));
        assertThat(answer.addsUp().count(outcome))
                .as("%s: %s", record, answer.lines())
                .isEqualTo(1);
    }

    private static ImportAnswer rejected(String reject, String record, Object... values) throws IOException {
        return rejected(realm.admin(), "fail", reject, record.formatted(values));
    }

    private static void rejected(String reject, List<String> records) throws IOException {
        assertRejected(post(realm.admin(), "fail", records), reject);
    }

    private static ImportAnswer rejected(AdminHttp caller, String ifExists, String reject, String record)
            throws IOException {
        ImportAnswer answer = post(caller, ifExists, List.of(record));
        assertRejected(answer, reject);
        return answer;
    }

    private static void assertRejected(ImportAnswer answer, String reject) {
        assertThat(answer.addsUp().rejects())
                .as("%s", answer.lines())
                .singleElement()
                .satisfies(line -> assertThat(line.get("code").asText() + " "
                                + line.get("pointer").asText())
                        .isEqualTo(reject));
    }

    private static ImportAnswer post(AdminHttp caller, String ifExists, List<String> records) throws IOException {
        return callers.importing(caller)
                .post(
                        "identity-providers?ifExists=" + ifExists,
                        Records.lines(records.stream().map(Records::json).toList()));
    }
}
