// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.document;

import static org.assertj.core.api.Assertions.assertThat;

import io.keylift.bulkimport.input.InputWarning;
import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The steps are those of {@code org.keycloak.migration.migrators}. */
class MigratorsTest extends DocumentCase {

    private static final String OIDC = "openid-connect";
    private static final String NO_SCOPES = "clientScopes:[]";

    @BeforeEach
    void realmOfToday() {
        target = new Target(
                "new",
                "default-roles-new",
                Map.of(),
                Map.of(
                        "roles",
                        OIDC,
                        "web-origins",
                        OIDC,
                        "microprofile-jwt",
                        OIDC,
                        "acr",
                        OIDC,
                        "basic",
                        OIDC,
                        "vc",
                        "oid4vc"),
                false,
                true);
    }

    private static String version(String number) {
        return "keycloakVersion:'" + number + "'," + NO_SCOPES + ",";
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            4.5.0.Final         | 'roles','web-origins','acr','basic' | 'microprofile-jwt'
            4.6.0.Final         | 'roles','web-origins','acr','basic' | 'microprofile-jwt'
            4.8.3.Final         | 'acr','basic'                       | 'microprofile-jwt'
            6.0.0               | 'acr','basic'                       |
            7.3.4.GA            | 'acr','basic'                       | 'microprofile-jwt'
            7.4.1.GA            | 'acr','basic'                       |
            9                   | 'acr','basic'                       |
            17.0.1              | 'acr','basic'                       |
            18.0.0              | 'basic'                             |
            22.0.10.redhat-0001 | 'basic'                             |
            24.0.5              | 'basic'                             |
            25.0.0              |                                     |
            999.0.0-SNAPSHOT    |                                     |
            """)
    void clientsGetTheClientScopesThatAllGot(String number, String gained, String optional) throws IOException {
        String defaults = gained == null ? "" : "," + gained;

        assertThat(lines("{" + version(number) + "clients:[{clientId:'a',defaultClientScopes:['x'],"
                        + "optionalClientScopes:[]}]}"))
                .containsExactly(line(
                        "clients",
                        "{clientId:'a',defaultClientScopes:['x'" + defaults + "],optionalClientScopes:["
                                + (optional == null ? "" : optional) + "]}"));
    }

    @Test
    void clientsKeepWhereTheyHaveAClientScope() throws IOException {
        String client = "{clientId:'a',defaultClientScopes:['roles','basic'],"
                + "optionalClientScopes:['web-origins','acr','microprofile-jwt']}";

        assertThat(lines("{" + version("4.0.0") + "clients:[" + client + "]}"))
                .containsExactly(line("clients", client));
    }

    /** Such a client gets what the realm gives to new clients, and a list would take away what it has. */
    @Test
    void clientsWithoutAListGetNone() throws IOException {
        assertThat(lines("{" + version("4.0.0") + "clients:[{clientId:'a'},{clientId:'b',defaultClientScopes:[]}]}"))
                .containsExactly(
                        line("clients", "{clientId:'a'}"),
                        line("clients", "{clientId:'b',defaultClientScopes:['roles','web-origins','acr','basic']}"));
    }

    @Test
    void clientsOfAnotherProtocolOrWithoutSignInGetNone() throws IOException {
        String saml = "{clientId:'a',protocol:'saml',defaultClientScopes:[]}";
        String bearer = "{clientId:'b',bearerOnly:true,defaultClientScopes:[]}";

        assertThat(lines("{" + version("4.0.0") + "clients:[" + saml + "," + bearer + "]}"))
                .containsExactly(line("clients", saml), line("clients", bearer));
    }

    /** Keycloak adds these two only where it has to make the client scope. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "keycloakVersion:'17.0.0',",
                "keycloakVersion:'17.0.0',clientScopes:[{name:'acr'},{name:'basic'}],"
            })
    void basicAndAcrAreOnlyAddedIfTheDocumentHasClientScopesWithoutThem(String fields) throws IOException {
        assertThat(lines("{" + fields + "clients:[{clientId:'a',defaultClientScopes:[]}]}"))
                .contains(line("clients", "{clientId:'a',defaultClientScopes:[]}"));
    }

    @Test
    void theVersionIsThatOfAnyOfTheDocuments() throws IOException {
        assertThat(lines("{realm:'old',users:[]} {realm:'old'," + version("25.0.0")
                        + "clients:[{clientId:'a',defaultClientScopes:[]}]} {realm:'old',users:[]}"))
                .containsExactly(line("clients", "{clientId:'a',defaultClientScopes:[]}"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "keycloakVersion:'today',", "keycloakVersion:'',", "keycloakVersion:{},"})
    void aDocumentWithoutVersionCountsAsTheOldest(String fields) throws IOException {
        assertThat(lines("{" + fields + NO_SCOPES + ",clients:[{clientId:'a',defaultClientScopes:[]}]}"))
                .containsExactly(
                        line("clients", "{clientId:'a',defaultClientScopes:['roles','web-origins','acr','basic']}"));
    }

    @Test
    void whatADocumentWithoutVersionGainsIsTold() throws IOException {
        String clients = "clients:[{clientId:'a',defaultClientScopes:[]},{clientId:'b'}]}";

        assertThat(warnings("{" + NO_SCOPES + "," + clients))
                .containsExactly(new InputWarning(
                        "no_version",
                        "The document has no `keycloakVersion`, so it counts as the oldest: 1 clients got `acr`,"
                                + " `basic`, `roles`, `web-origins`. If it is of a newer version, add the field."));
        assertThat(warnings("{" + version("4.0.0") + clients)).isEmpty();
    }

    @Test
    void whatTheRealmDoesNotHaveIsTold() throws IOException {
        target = TARGET;
        String document = "{" + version("24.0.5") + "clients:[{clientId:'a',defaultClientScopes:[]}]}";

        assertThat(lines(document)).containsExactly(line("clients", "{clientId:'a',defaultClientScopes:[]}"));
        assertThat(warnings(document))
                .extracting(InputWarning::message)
                .singleElement()
                .asString()
                .startsWith("Client scope `basic` was not added to 1 clients.");
    }

    @Test
    void clientsOfOpenIdHaveClientScopesOfCredentials() throws IOException {
        String client = "{clientId:'a',optionalClientScopes:['vc']}";

        assertThat(lines("{keycloakVersion:'26.7.0',clients:[" + client + "]}"))
                .containsExactly(line("clients", client));
    }

    /** As in {@code MigrateTo26_7_0}. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            'is.dynamic.scope':'true'                                     | 'string' |
            'is.dynamic.scope':'true','dynamic.scope.regexp':'s:*'        | 'string' |
            'is.dynamic.scope':'true','dynamic.scope.regexp':'s:[0-9]+'   | 'custom' | '[0-9]+'
            'is.dynamic.scope':'true','dynamic.scope.regexp':'t:[0-9]+'   |          | 't:[0-9]+'
            """)
    void dynamicClientScopesAreParameterized(String attributes, String type, String pattern) throws IOException {
        assertThat(lines("{keycloakVersion:'26.6.4',clientScopes:[{name:'s',attributes:{" + attributes + "}}]}"))
                .singleElement()
                .satisfies(text -> assertThat(LENIENT.readTree(text).at("/record/attributes"))
                        .isEqualTo(LENIENT.readTree("{'is.parameterized.scope':'true'"
                                + (type == null ? "" : ",'parameterized.scope.type':" + type)
                                + (pattern == null ? "" : ",'parameterized.scope.regexp':" + pattern) + "}")));
    }

    @Test
    void clientScopesOfTodayStayAsTheyAre() throws IOException {
        String today = "{name:'s',attributes:{'is.parameterized.scope':'true','parameterized.scope.regexp':'s:*'}}";
        String typed = "{name:'s',attributes:{'is.parameterized.scope':'true','parameterized.scope.type':'username'}}";
        String ordinary = "{name:'s',attributes:{'is.dynamic.scope':null,'display.on.consent.screen':'true'}}";

        assertThat(lines("{keycloakVersion:'26.7.0',clientScopes:[" + today + "]}"))
                .containsExactly(line("client-scopes", today));
        assertThat(lines("{keycloakVersion:'26.6.0',clientScopes:[" + typed + "," + ordinary + "]}"))
                .containsExactly(
                        line("client-scopes", typed),
                        line("client-scopes", "{name:'s',attributes:{'display.on.consent.screen':'true'}}"));
    }

    @Test
    void clientsOfTheRealmKeepTheUrlsOfTheRealm() throws IOException {
        String account = "{clientId:'account',name:'n',rootUrl:'r',baseUrl:'/auth/realms/old/account',"
                + "redirectUris:['/auth/realms/old/account/*']}";
        String console = "{clientId:'security-admin-console',baseUrl:'/auth/admin/old/console/index.html',"
                + "redirectUris:['/auth/admin/old/console/*'],webOrigins:[]}";
        String shop = "{clientId:'shop',baseUrl:'/auth/realms/old/account'}";
        for (String version : new String[] {"keycloakVersion:'7.0.1',", ""}) {
            assertThat(lines("{realm:'old'," + version + "clients:[" + account + "," + console + "," + shop + "]}"))
                    .containsExactly(
                            merged("clients", "{clientId:'account',name:'n'}"),
                            merged("clients", "{clientId:'security-admin-console'}"),
                            line("clients", shop));
        }
        assertThat(lines("{realm:'old',keycloakVersion:'8.0.0',clients:[" + account + "]}"))
                .containsExactly(merged(
                        "clients",
                        "{clientId:'account',name:'n',rootUrl:'r',baseUrl:'/realms/new/account',"
                                + "redirectUris:['/realms/new/account/*']}"));
    }

    @Test
    void consolesOfAdministratorsKeepTheirScope() throws IOException {
        String consoles = "clients:[{clientId:'admin-cli',fullScopeAllowed:false,attributes:"
                + "{'client.use.lightweight.access.token.enabled':'false','x':'y'}},"
                + "{clientId:'account',fullScopeAllowed:false},"
                + "{clientId:'account-console',attributes:{'pkce.code.challenge.method':'plain'}}]}";

        assertThat(lines("{keycloakVersion:'8.0.0'," + consoles))
                .containsExactly(
                        merged("clients", "{clientId:'admin-cli',attributes:{'x':'y'}}"),
                        merged("clients", "{clientId:'account',fullScopeAllowed:false}"),
                        merged("clients", "{clientId:'account-console',attributes:{}}"));
        assertThat(lines("{keycloakVersion:'26.0.0'," + consoles))
                .contains(
                        merged(
                                "clients",
                                "{clientId:'admin-cli',fullScopeAllowed:false,attributes:"
                                        + "{'client.use.lightweight.access.token.enabled':'false','x':'y'}}"),
                        merged(
                                "clients",
                                "{clientId:'account-console',attributes:{'pkce.code.challenge.method':'plain'}}"));
    }

    @Test
    void consolesOfAdministratorsHadRolesInTheirScope() throws IOException {
        String mappings = "scopeMappings:[{client:'admin-cli',roles:['r']},{client:'shop',roles:['r']}],"
                + "clientScopeMappings:{a:[{client:'security-admin-console',roles:['r']}]}}";

        assertThat(lines("{keycloakVersion:'3.4.1.Final'," + mappings))
                .containsExactly(merged("scope-mappings", "{client:'shop',realmRoles:['r']}"));
        assertThat(lines("{keycloakVersion:'3.4.3.Final'," + mappings)).hasSize(3);
    }

    @Test
    void mappersOfIdTokensAreInTheAnswerOfUserinfo() throws IOException {
        String mappers = "protocolMappers:[{name:'m',config:{'id.token.claim':'true'}},{name:'n',config:{}},"
                + "{name:'o',config:{'id.token.claim':'true','userinfo.token.claim':'false'}}]";

        assertThat(lines("{keycloakVersion:'2.2.1.Final',clients:[{clientId:'a'," + mappers + "}]}"))
                .containsExactly(line(
                        "clients",
                        "{clientId:'a',protocolMappers:[{name:'m',config:{'id.token.claim':'true',"
                                + "'userinfo.token.claim':'true'}},{name:'n',config:{}},"
                                + "{name:'o',config:{'id.token.claim':'true','userinfo.token.claim':'false'}}]}"));
        assertThat(lines("{keycloakVersion:'2.5.5.Final',clients:[{clientId:'a'," + mappers + "}]}"))
                .containsExactly(line("clients", "{clientId:'a'," + mappers + "}"));
    }

    @Test
    void clientsOfSamlEncryptAsBefore() throws IOException {
        String attributes = "'saml.encrypt':'true','login_theme':'rh-sso'";

        assertThat(lines("{keycloakVersion:'21.1.2',clients:[{clientId:'a',protocol:'saml',attributes:{" + attributes
                        + "}}]}"))
                .singleElement()
                .satisfies(text -> assertThat(LENIENT.readTree(text).at("/record/attributes"))
                        .isEqualTo(LENIENT.readTree("{'saml.encrypt':'true',"
                                + "'saml.encryption.algorithm':'http://www.w3.org/2001/04/xmlenc#aes128-cbc',"
                                + "'saml.encryption.keyAlgorithm':'http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p',"
                                + "'saml.encryption.digestMethod':'http://www.w3.org/2000/09/xmldsig#sha1'}")));
        for (String same : new String[] {
            "{clientId:'a',protocol:'saml',attributes:{'saml.encrypt':'false'}}",
            "{clientId:'a',attributes:{'saml.encrypt':'true'}}"
        }) {
            assertThat(lines("{keycloakVersion:'21.1.2',clients:[" + same + "]}"))
                    .containsExactly(line("clients", same));
        }
        String today = "{clientId:'a',protocol:'saml',attributes:{" + attributes + "}}";
        assertThat(lines("{keycloakVersion:'26.4.0',clients:[" + today + "]}")).containsExactly(line("clients", today));
    }
}
