// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.exports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.SoftAssertions.assertSoftly;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.it.OnSharedServer;
import io.keylift.it.SecondTier;
import io.keylift.it.SharedServer;
import io.keylift.it.TestRealms;
import io.keylift.it.http.AdminHttp;
import io.keylift.it.imports.support.ImportAnswer;
import io.keylift.it.imports.support.ImportClient;
import io.keylift.it.imports.support.RealmRows;
import io.keylift.it.imports.support.TwinRealm;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Small documents of our own in the shape of many versions of Keycloak. Each becomes a realm twice: by Keycloak's own
 * import, and by ours into a realm with the same settings. The rows and tokens of the imported objects are equal, with
 * the exceptions that are named here.
 */
@OnSharedServer
@SecondTier
class DocumentVersionsIT {

    private static final String PASSWORD = "opensesame";

    /** The fields of a document that become records. The rest are settings. */
    private static final List<String> RECORDS = List.of(
            "defaultRoles",
            "defaultRole",
            "roles",
            "groups",
            "users",
            "clients",
            "clientScopes",
            "clientTemplates",
            "defaultDefaultClientScopes",
            "defaultOptionalClientScopes",
            "scopeMappings",
            "clientScopeMappings",
            "identityProviders",
            "identityProviderMappers",
            "organizations");

    /** Claims that differ from token to token or from realm to realm. */
    private static final List<String> OF_TOKEN = List.of("exp", "iat", "jti", "sid", "iss", "auth_time");

    /** Rows that only Keycloak's own import makes. */
    private static final Pattern ONLY_BY_KEYCLOAK = Pattern.compile(String.join(
            "|",
            "^client_attributes .*name=post\\.logout\\.redirect\\.uris, value=\\+\\}",
            "^user_consent .*user consenting",
            "^user_entity .*user service-account-",
            "^credential .*priority=10.*user waiting"));

    /** Rows that only our import makes. */
    private static final Pattern ONLY_BY_KEYLIFT = Pattern.compile(String.join(
            "|",
            "^client_attributes .*name=backchannel\\.logout\\.(?:session\\.required|revoke\\.offline\\.tokens)",
            "^client_attributes .*name=saml\\.signing\\.(?:certificate|private\\.key)",
            "^user_role_mapping .*role default-roles-",
            "^user_entity .*user service-account-",
            "^user_consent .*user consenting",
            "^credential .*priority=20.*user waiting"));

    /** A client that no client scopes are given for has that of service accounts with one, as by the Admin API. */
    private static final Pattern SCOPE_OF_SERVICE_ACCOUNTS =
            Pattern.compile("^client_scope_client .*scope service_account>");

    private static final List<String> CLAIMS_OF_SERVICE_ACCOUNTS = List.of("clientAddress", "clientHost", "client_id");

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1.9.8", "3.4.3", "4.3.0", "4.8.3", "7.0.1", "10.0.2", "15.0.2", "17.0.1", "21.1.2", "24.0.5", "25.0.6",
                "26.6.4", "26.7.0"
            })
    void becomesWhatKeycloaksOwnImportMakesOfIt(String version, SharedServer server) throws IOException {
        compare(version, document(version), document(version), server);
    }

    /** Keycloak's own import migrates such a document not at all. */
    @ParameterizedTest
    @ValueSource(strings = "none")
    void withoutVersionItCountsAsTheOldestThatHasItsFields(String name, SharedServer server) throws IOException {
        compare(name, document(name).put("keycloakVersion", "4.0.0"), document(name), server);
    }

    private static void compare(String version, ObjectNode byKeycloak, ObjectNode byKeylift, SharedServer server)
            throws IOException {
        AdminHttp admin = server.admin();
        String one = "keycloak-reads-" + version;
        String other = "keylift-reads-" + version;
        TestRealms.createByAdminApi(admin, ofRealm(one, byKeycloak));
        TestRealms.createByAdminApi(
                admin, byKeycloak.deepCopy().put("realm", other).without(RECORDS));
        Set<String> builtIn =
                ImportedObjects.of(RealmRows.of(server.database(), other)).names();
        byte[] body = AdminHttp.JSON.writeValueAsBytes(byKeylift);
        ImportClient imports = new ImportClient(admin, other);

        ImportAnswer first = imports.post("?ids=prefer&ifExists=skip", "application/json", body);
        assertThat(first.addsUp().rejects()).isEmpty();
        ImportAnswer second = imports.post("?ids=prefer&ifExists=skip", "application/json", body);
        assertThat(second.count("skipped")).isEqualTo(second.count("read"));

        ImportedObjects expected = ImportedObjects.of(RealmRows.of(server.database(), one));
        ImportedObjects actual = ImportedObjects.of(RealmRows.of(server.database(), other));
        Set<String> names = actual.names();
        names.removeAll(builtIn);
        List<String> rows = expected.texts(names);
        List<String> ours = actual.texts(names);
        if (namesNoClientScopes(version)) {
            ours.removeIf(SCOPE_OF_SERVICE_ACCOUNTS.asPredicate());
        }
        assertSoftly(softly -> {
            softly.assertThat(without(rows, ours, ONLY_BY_KEYCLOAK))
                    .as("only by Keycloak")
                    .isEmpty();
            softly.assertThat(without(ours, rows, ONLY_BY_KEYLIFT))
                    .as("only by Keylift")
                    .isEmpty();
            softly.assertThat(claims(server, other, version, byKeylift))
                    .as("claims")
                    .isEqualTo(claims(server, one, version, byKeylift));
            softly.assertThat(urls(admin, other, "account"))
                    .contains("/realms/" + other + "/account/")
                    .doesNotContain("/auth");
            softly.assertThat(urls(admin, other, "security-admin-console"))
                    .contains("/admin/" + other + "/console/")
                    .doesNotContain("/auth");
        });
    }

    /** The document with another name of the realm. */
    private static ObjectNode ofRealm(String realm, ObjectNode document) {
        String text = document.toString().replace("default-roles-old", "default-roles-" + realm);
        return ((ObjectNode) AdminHttp.parse(text)).put("realm", realm);
    }

    /** The document of our resources, with the client scopes that it names. */
    private static ObjectNode document(String version) {
        ObjectNode document = (ObjectNode) resource("versions/" + version + ".json");
        if (document.get("clientScopes") instanceof ArrayNode scopes) {
            Map<String, JsonNode> builtIn = new TreeMap<>();
            resource("versions/client-scopes.json")
                    .forEach(scope -> builtIn.put(scope.get("name").asText(), scope));
            for (int i = 0; i < scopes.size(); i++) {
                if (scopes.get(i).isTextual()) {
                    scopes.set(i, builtIn.get(scopes.get(i).asText()).deepCopy());
                }
            }
        }
        return document;
    }

    private static JsonNode resource(String name) {
        try (InputStream in = DocumentVersionsIT.class.getResourceAsStream(name)) {
            return AdminHttp.JSON.readTree(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<String> without(List<String> rows, List<String> others, Pattern known) {
        List<String> left = new ArrayList<>(rows);
        others.forEach(left::remove);
        left.removeIf(row -> known.matcher(row).find());
        return left;
    }

    /** The claims of the access tokens, by client, for each client that can have one. */
    private static Map<String, String> claims(SharedServer server, String realm, String version, JsonNode document) {
        List<String> left = namesNoClientScopes(version) ? CLAIMS_OF_SERVICE_ACCOUNTS : List.of();
        Map<String, String> claims = new TreeMap<>();
        for (JsonNode client : document.path("clients")) {
            String clientId = client.path("clientId").asText();
            if (client.path("directAccessGrantsEnabled").asBoolean()
                    && client.path("publicClient").asBoolean()
                    && !client.path("consentRequired").asBoolean()
                    && !clientId.equals("admin-cli")) {
                claims.put(
                        clientId,
                        claims(
                                server,
                                realm,
                                left,
                                Map.of(
                                        "grant_type", "password",
                                        "client_id", clientId,
                                        "scope", "openid",
                                        "username", "ann",
                                        "password", PASSWORD)));
            } else if (client.path("serviceAccountsEnabled").asBoolean()) {
                claims.put(
                        clientId,
                        claims(
                                server,
                                realm,
                                left,
                                Map.of(
                                        "grant_type",
                                        "client_credentials",
                                        "client_id",
                                        clientId,
                                        "client_secret",
                                        client.get("secret").asText())));
            }
        }
        return claims;
    }

    private static boolean namesNoClientScopes(String version) {
        return version.equals("1.9.8");
    }

    private static String claims(SharedServer server, String realm, List<String> left, Map<String, String> grant) {
        String token = new AdminHttp(server.keycloak().baseUrl(), realm, grant).token();
        try {
            ObjectNode claims =
                    (ObjectNode) AdminHttp.JSON.readTree(Base64.getUrlDecoder().decode(token.split("\\.")[1]));
            claims.remove(OF_TOKEN);
            claims.remove(left);
            claims.replace("sub", claims.path("sub").isMissingNode() ? null : claims.textNode("somebody"));
            Map<String, Object> sorted = new TreeMap<>();
            claims.properties().forEach(claim -> sorted.put(claim.getKey(), sorted(claim.getValue())));
            return sorted.toString().replace(realm, "the realm");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Lists of a token have no order, and of the default role only the composites count. */
    private static Object sorted(JsonNode value) {
        if (value.isArray()) {
            List<String> elements = new ArrayList<>();
            value.forEach(element -> elements.add(element.asText()));
            elements.removeIf(element -> element.startsWith("default-roles-"));
            elements.sort(null);
            return elements;
        }
        if (value.isObject()) {
            Map<String, Object> sorted = new TreeMap<>();
            value.properties().forEach(field -> sorted.put(field.getKey(), sorted(field.getValue())));
            return sorted;
        }
        return Arrays.stream(value.asText().split(" ")).sorted().toList();
    }

    private static String urls(AdminHttp admin, String realm, String clientId) {
        TwinRealm twin = new TwinRealm(admin, realm);
        JsonNode client = admin.get(twin.path("clients/" + twin.clientId(clientId)));
        return client.path("rootUrl").asText() + " " + client.path("baseUrl").asText() + " "
                + client.path("redirectUris");
    }
}
