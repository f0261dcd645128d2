// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.exports;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.keylift.it.OnSharedServer;
import io.keylift.it.SharedServer;
import io.keylift.it.http.AdminHttp;
import io.keylift.it.imports.support.ImportAnswer;
import io.keylift.it.imports.support.Records;
import io.keylift.it.imports.support.Sql;
import io.keylift.it.imports.support.TwinRealm;
import java.io.IOException;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A document changes what it has, and nothing that it leaves out. */
@OnSharedServer
class DocumentPartsIT {

    private static final String REALM = "document-parts";

    private static TwinRealm realm;

    @AutoClose
    private static Sql sql;

    @BeforeAll
    static void realm(SharedServer server) {
        realm = TwinRealm.create(server, REALM, Map.of("registrationEmailAsUsername", true));
        realm.forbidUnmanagedAttributes();
        sql = new Sql(server.database());
    }

    @Test
    void serviceAccountsHaveWhatTheDocumentSaysOfThem() throws IOException {
        String document = "{clients:[{clientId:'sync',secret:'sync',serviceAccountsEnabled:true}],"
                + "users:[{id:'another',username:'service-account-Sync',enabled:true,email:'sync@fjord.example',"
                + "firstName:'Tide',lastName:'Sync',emailVerified:true,serviceAccountClientId:'sync',"
                + "attributes:{bpn:['B1']},requiredActions:['VERIFY_EMAIL'],credentials:[],totp:false,"
                + "clientConsents:[{clientId:'account',grantedClientScopes:['email']}],groups:[]}]}";

        ImportAnswer first = send("?ids=prefer", document);
        ImportAnswer verified = send("?ids=prefer&op=verify", document);
        ImportAnswer skipped = send("?ids=prefer&ifExists=skip", document);
        ImportAnswer again = send("?ids=prefer&ifExists=overwrite", document);

        assertThat(first.addsUp().rejects()).isEmpty();
        JsonNode account = account("sync");
        assertThat(account.path("email").asText()).isEqualTo("sync@fjord.example");
        assertThat(account.path("firstName").asText() + account.path("lastName").asText())
                .isEqualTo("TideSync");
        assertThat(account.path("emailVerified").asBoolean()).isTrue();
        assertThat(account.at("/attributes/bpn/0").asText()).isEqualTo("B1");
        assertThat(account.path("requiredActions")).extracting(JsonNode::asText).contains("VERIFY_EMAIL");
        assertThat(realm.admin().get(realm.path("users/" + account.get("id").asText() + "/consents")))
                .hasSize(1);
        assertThat(verified.addsUp().count("same")).isEqualTo(verified.count("read"));
        assertThat(skipped.addsUp().count("skipped")).isEqualTo(skipped.count("read"));
        assertThat(again.addsUp().count("skipped")).isEqualTo(again.count("read"));

        // A document that says less changes less.
        send(
                "?ids=prefer&ifExists=overwrite",
                "{users:[{username:'service-account-sync'," + "serviceAccountClientId:'sync',enabled:false}]}");
        JsonNode less = account("sync");
        assertThat(less.path("enabled").asBoolean()).isFalse();
        assertThat(less.path("email").asText()).isEqualTo("sync@fjord.example");
        assertThat(less.at("/attributes/bpn/0").asText()).isEqualTo("B1");
    }

    @Test
    void tokensOfServiceAccountsHaveTheirAttributes(SharedServer server) throws IOException {
        send(
                "",
                "{clients:[{clientId:'partner',protocol:'openid-connect',publicClient:false,secret:'partner',"
                        + "serviceAccountsEnabled:true,protocolMappers:[{name:'bpn',protocol:'openid-connect',"
                        + "protocolMapper:'oidc-usermodel-attribute-mapper',config:{'user.attribute':'bpn',"
                        + "'claim.name':'bpn','access.token.claim':'true'}}]}],users:[{username:"
                        + "'service-account-partner',serviceAccountClientId:'partner',enabled:true,"
                        + "attributes:{bpn:['B2']}}]}");

        String token = new AdminHttp(
                        server.keycloak().baseUrl(),
                        REALM,
                        Map.of("grant_type", "client_credentials", "client_id", "partner", "client_secret", "partner"))
                .token();

        JsonNode claims = AdminHttp.JSON.readTree(Base64.getUrlDecoder().decode(token.split("\\.")[1]));
        assertThat(claims.path("bpn").asText()).isEqualTo("B2");
    }

    @Test
    void aServiceAccountIsNeverAddedWithoutItsClient() throws IOException {
        realm.imports().post("clients", "{\"clientId\":\"without\"}");
        for (String client : List.of("nowhere", "without")) {
            ImportAnswer answer = send(
                    "?drop=unknown-references,unknown-fields",
                    "{users:[{username:'service-account-" + client + "',serviceAccountClientId:'" + client + "'}]}");

            assertThat(answer.addsUp().rejects())
                    .extracting(reject -> reject.get("code").asText() + " "
                            + reject.get("pointer").asText())
                    .containsExactly("unknown_client /serviceAccountClientId");
        }
        assertThat(sql.number("select count(*) from user_entity"
                        + " where username in ('service-account-nowhere', 'service-account-without')"))
                .isZero();
    }

    @Test
    void masksNeverReplaceSecretsNorTakeThemAway() throws IOException {
        String rotated = "'client.secret.rotated':'%1$s','client.secret.rotated.creation.time':'1',"
                + "'client.secret.rotated.expiration.time':'4000000000'";
        String document = "{clients:[{clientId:'%2$s',publicClient:false,secret:'%1$s',attributes:{" + rotated
                + "}}],identityProviders:[{alias:'%2$s',providerId:'oidc',config:{clientId:'x',clientSecret:'%1$s',"
                + "authTokenClientSecret:'%1$s'}}]}";
        String mask = "*".repeat(10);
        assertThat(send("", document.formatted("real", "there")).count("added")).isEqualTo(2);

        for (String name : List.of("there", "fresh")) {
            for (String ifExists : List.of("overwrite", "merge")) {
                ImportAnswer answer = send("?ifExists=" + ifExists, document.formatted(mask, name));

                assertThat(answer.addsUp().rejects()).isEmpty();
                assertThat(answer.summary().get("warnings").findValuesAsText("message"))
                        .singleElement()
                        .asString()
                        .startsWith("The document has asterisks instead of 4 secrets");
            }
        }

        assertThat(masks()).isEmpty();
        assertThat(secrets("there")).containsOnly("real").hasSize(4);
        assertThat(secrets("fresh")).hasSize(1);
    }

    @Test
    void kindsRejectMasks() throws IOException {
        String mask = "*".repeat(10);
        rejects(
                "clients",
                "{clientId:'m',attributes:{'client.secret.rotated':'" + mask + "'}}",
                "invalid /attributes/client.secret.rotated");
        rejects(
                "identity-providers",
                "{alias:'m',providerId:'oidc',config:{authTokenClientSecret:'" + mask + "'}}",
                "invalid /config/authTokenClientSecret");
        rejects(
                "users",
                "{email:'m@x.example',credentials:[{type:'password',value:'" + mask + "'}]}",
                "invalid /credentials/0/value");
        assertThat(masks()).isEmpty();
    }

    private static void rejects(String kind, String record, String expected) throws IOException {
        ImportAnswer answer = realm.imports().post(kind, Records.json(record) + "\n");
        assertThat(answer.addsUp().rejects())
                .extracting(reject -> reject.get("code").asText() + " "
                        + reject.get("pointer").asText())
                .containsExactly(expected);
    }

    @Test
    void identityProvidersKeepTheirMappers() throws IOException {
        String provider = "identityProviders:[{alias:'berthed',providerId:'oidc',config:{clientId:'x'}}]";
        send(
                "",
                "{" + provider + ",identityProviderMappers:[{name:'berth',identityProviderAlias:'berthed',"
                        + "identityProviderMapper:'hardcoded-attribute-idp-mapper',config:{attribute:'a'}}]}");

        send("?ifExists=overwrite", "{" + provider + "}");
        assertThat(mappers()).containsExactly("berth");

        send("?ifExists=overwrite", "{" + provider + ",identityProviderMappers:[]}");
        assertThat(mappers()).isEmpty();
    }

    /** Keycloak's POST gives a client other values than these. */
    @Test
    void newClientsHaveTheValuesOfTheDocument() throws IOException {
        String document = "{keycloakVersion:'26.7.0',clients:[{clientId:'queue',protocol:'openid-connect',"
                + "publicClient:false,secret:'queue',serviceAccountsEnabled:true,rootUrl:'https://queue.example',"
                + "adminUrl:'',redirectUris:[],webOrigins:[],defaultClientScopes:['profile'],optionalClientScopes:[],"
                + "attributes:{'backchannel.logout.session.required':'false'},protocolMappers:[{name:'tier',"
                + "protocol:'openid-connect',protocolMapper:'oidc-hardcoded-claim-mapper',"
                + "config:{'claim.name':'tier','claim.value':'gold','id.token.claim':'true'}}]}]}";

        assertThat(send("?ids=prefer", document).addsUp().rejects()).isEmpty();
        ImportAnswer verified = send("?ids=prefer&op=verify", document);
        ImportAnswer again = send("?ids=prefer&ifExists=overwrite", document);

        JsonNode client = realm.admin().get(realm.path("clients/" + realm.clientId("queue")));
        assertThat(client.at("/attributes/backchannel.logout.session.required").asText())
                .isEqualTo("false");
        assertThat(client.at("/protocolMappers/0/config").has("userinfo.token.claim"))
                .isFalse();
        assertThat(client.path("defaultClientScopes")).hasSize(1);
        assertThat(client.path("redirectUris")).isEmpty();
        assertThat(client.path("webOrigins")).isEmpty();
        assertThat(client.path("adminUrl").asText()).isEmpty();
        assertThat(verified.count("same")).isEqualTo(verified.count("read")).isEqualTo(1);
        assertThat(again.count("skipped")).isEqualTo(again.count("read"));
    }

    private static List<String> mappers() {
        return realm.admin()
                .get(realm.path("identity-provider/instances/berthed/mappers"))
                .findValuesAsText("name");
    }

    private static ImportAnswer send(String parameters, String document) throws IOException {
        return realm.imports()
                .post(
                        parameters,
                        "application/json",
                        Records.json(document).toString().getBytes(UTF_8));
    }

    private static JsonNode account(String client) {
        return realm.admin().get(realm.path("clients/" + realm.clientId(client) + "/service-account-user"));
    }

    /** Where asterisks are stored in any realm. */
    private static List<String> masks() {
        return sql.strings("select client_id from client where secret = '**********' union all"
                + " select name from client_attributes where value = '**********' union all"
                + " select name from identity_provider_config where value = '**********'");
    }

    /** The secrets of a client and of an identity provider of this name. */
    private static List<String> secrets(String name) {
        return sql.strings(
                "select c.secret from client c where c.client_id = ? union all"
                        + " select a.value from client c join client_attributes a on a.client_id = c.id"
                        + " where c.client_id = ? and a.name = 'client.secret.rotated' union all"
                        + " select s.value from identity_provider p join identity_provider_config s"
                        + " on s.identity_provider_id = p.internal_id where p.provider_alias = ?"
                        + " and s.name in ('clientSecret', 'authTokenClientSecret')",
                name,
                name,
                name);
    }
}
