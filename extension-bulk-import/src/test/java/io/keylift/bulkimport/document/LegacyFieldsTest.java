// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.document;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** The shapes are those of realms that keycloak/keycloak tests its own migrations with. */
class LegacyFieldsTest {

    private static final ObjectMapper LENIENT = JsonMapper.builder()
            .enable(JsonReadFeature.ALLOW_UNQUOTED_FIELD_NAMES, JsonReadFeature.ALLOW_SINGLE_QUOTES)
            .build();

    private final DocumentFacts facts = new DocumentFacts();
    private final LegacyFields older = new LegacyFields(facts);

    @Test
    void rolesLoseWhatHasNoMeaning() throws IOException {
        ObjectNode role = json("{name:'r',scopeParamRequired:true,"
                + "composites:{realm:['x'],application:{a:['y'],b:['z']},client:{a:['w','y']}}}");

        LegacyFields.ofRole(role);

        assertThat(role).isEqualTo(json("{name:'r',composites:{realm:['x'],client:{a:['w','y'],b:['z']}}}"));
    }

    @Test
    void usersHaveRolesOfClientsAndIdentities() throws IOException {
        ObjectNode user = json("{username:'ann',applicationRoles:{'/a':['user']},socialLinks:[{socialProvider:'google',"
                + "socialUserId:'1',socialUsername:'ann@g'},'wrong']}");

        older.ofUser(user);

        assertThat(user)
                .isEqualTo(json("{username:'ann',clientRoles:{'/a':['user']},"
                        + "federatedIdentities:[{identityProvider:'google',userId:'1',userName:'ann@g'},'wrong']}"));
    }

    @Test
    void whatHasTheWrongTypeIsLeftToTheKind() throws IOException {
        for (String user : new String[] {
            "{applicationRoles:'x'}",
            "{socialLinks:{}}",
            "{clientConsents:['x']}",
            "{clientRoles:{a:'x'}}",
            "{requiredActions:'update_password'}"
        }) {
            ObjectNode given = json(user);
            older.ofUser(given);
            assertThat(given).isEqualTo(json(user));
        }
        ObjectNode user = json("{applicationRoles:{a:'x'}}");
        older.ofUser(user);
        assertThat(user).isEqualTo(json("{clientRoles:{a:'x'}}"));
    }

    @Test
    void ofConsentsToRolesOnlyOfflineAccessIsLeft() throws IOException {
        ObjectNode user = json("{clientConsents:[{clientId:'a',grantedRealmRoles:['offline_access','admin'],"
                + "grantedClientRoles:{a:['x']},grantedProtocolMappers:{}},"
                + "{clientId:'b',grantedRealmRoles:['offline_access'],grantedClientScopes:['email','offline_access']},"
                + "{clientId:'c',grantedRealmRoles:[]}]}");

        older.ofUser(user);

        assertThat(user)
                .isEqualTo(json("{clientConsents:[{clientId:'a',grantedClientScopes:['offline_access']},"
                        + "{clientId:'b',grantedClientScopes:['email','offline_access']},{clientId:'c'}]}"));
        assertThat(facts.notImported())
                .containsEntry("grantedRealmRoles", 2L)
                .containsEntry("grantedClientRoles", 1L)
                .doesNotContainKey("grantedProtocolMappers");
    }

    @Test
    void clientsUseTheirTemplate() throws IOException {
        ObjectNode client = json("{clientId:'a',clientTemplate:'My template',useTemplateConfig:true,"
                + "useTemplateScope:false,useTemplateMappers:false}");

        older.ofClient(client);

        assertThat(client).isEqualTo(json("{clientId:'a',clientTemplate:'My_template'}"));
    }

    @Test
    void requiredActionsHaveTheNamesOfToday() throws IOException {
        ObjectNode user = json("{requiredActions:['terms_and_conditions','Update_Password','webauthn-register',"
                + "'CONFIGURE_TOTP','sms-setup',7]}");

        older.ofUser(user);

        assertThat(user)
                .isEqualTo(json("{requiredActions:['TERMS_AND_CONDITIONS','UPDATE_PASSWORD','webauthn-register',"
                        + "'CONFIGURE_TOTP','sms-setup',7]}"));
    }

    @Test
    void identityProvidersAskForTheProfileByTheirFlow() throws IOException {
        ObjectNode provider = json("{alias:'google',updateProfileFirstLogin:true}");

        LegacyFields.ofIdentityProvider(provider);

        assertThat(provider).isEqualTo(json("{alias:'google'}"));
    }

    private static ObjectNode json(String text) throws IOException {
        return (ObjectNode) LENIENT.readTree(text);
    }
}
