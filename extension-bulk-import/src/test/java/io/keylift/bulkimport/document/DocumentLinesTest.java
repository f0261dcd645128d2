// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.document;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.keylift.bulkimport.input.InputWarning;
import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DocumentLinesTest extends DocumentCase {

    @Test
    void kindsComeInTheOrderOfAnImportWhateverTheOrderOfTheFields() throws IOException {
        assertThat(lines("{users:[{username:'ann'}],groups:[{name:'g'}],organizations:[{alias:'o',name:'O',members:["
                        + "{username:'ann',membershipType:'MANAGED'}]}],"
                        + "roles:{client:{shop:[{name:'buyer'}]},"
                        + "realm:[{name:'editor'}]},clients:[{clientId:'shop'}],"
                        + "clientScopes:[{name:'s'}],realm:'old'}"))
                .containsExactly(
                        line("client-scopes", "{name:'s'}"),
                        line("clients", "{clientId:'shop'}"),
                        line("roles", "{name:'buyer',client:'shop'}"),
                        line("roles", "{name:'editor'}"),
                        line("groups", "{name:'g',path:'/g'}"),
                        line("organizations", "{alias:'o',name:'O'}"),
                        line("users", "{username:'ann'}"),
                        line("organization-members", "{organization:'o',username:'ann',membershipType:'MANAGED'}"));
    }

    @Test
    void documentsOfARealmCanFollowEachOther() throws IOException {
        assertThat(lines("{realm:'old',users:[{username:'ann'}]} {realm:'old',roles:{realm:[{name:'r'}]}}"
                        + "\n{realm:'old',users:[{username:'bob'}]}"))
                .containsExactly(
                        line("roles", "{name:'r'}"),
                        line("users", "{username:'ann'}"),
                        line("users", "{username:'bob'}"));
    }

    @Test
    void theDefaultRoleIsThatOfTheRealm() throws IOException {
        assertThat(lines("{realm:'Old',roles:{realm:[{id:'1',name:'default-roles-old',composite:true,"
                        + "containerId:'x',clientRole:false,composites:{realm:['editor']}}]},"
                        + "users:[{username:'ann',realmRoles:['default-roles-old','editor']}],"
                        + "groups:[{name:'g',realmRoles:['default-roles-old']}]}"))
                .containsExactly(
                        merged("roles", "{name:'default-roles-new',composite:true,composites:{realm:['editor']}}"),
                        line("groups", "{name:'g',realmRoles:['default-roles-new'],path:'/g'}"),
                        line("users", "{username:'ann',realmRoles:['default-roles-new','editor']}"));
        assertThat(lines("{realm:'old',defaultRole:{name:'everybody'},"
                        + "users:[{username:'ann',realmRoles:['everybody','default-roles-old']}]}"))
                .containsExactly(
                        line("users", "{username:'ann',realmRoles:['default-roles-new','default-roles-old']}"));
    }

    @Test
    void whatEveryRealmHasIsMerged() throws IOException {
        assertThat(lines("{realm:'old',clientScopes:[{id:'1',name:'email',protocolMappers:[{id:'2',name:'m'}]}],"
                        + "clients:[{id:'3',clientId:'account',baseUrl:'/realms/old/account/',"
                        + "redirectUris:['/realms/old/account/*','https://old.example/realms/old/']}],"
                        + "roles:{realm:[{id:'4',name:'offline_access'}],"
                        + "client:{account:[{id:'5',name:'view-profile'}],"
                        + "shop:[{id:'6',name:'uma_protection'}]}}}"))
                .containsExactly(
                        merged("client-scopes", "{name:'email',protocolMappers:[{name:'m'}]}"),
                        merged(
                                "clients",
                                "{clientId:'account',baseUrl:'/realms/new/account/',"
                                        + "redirectUris:['/realms/new/account/*','https://old.example/realms/old/']}"),
                        merged("roles", "{name:'offline_access'}"),
                        merged("roles", "{name:'view-profile',client:'account'}"),
                        merged("roles", "{name:'uma_protection',client:'shop'}"));
    }

    @Test
    void whatOnlyKeycloakChangesIsLeftToIt() throws IOException {
        assertThat(lines("{clients:[{clientId:'realm-management'},{clientId:'app',publicClient:true,secret:'s'}],"
                        + "roles:{client:{'realm-management':[{name:'manage-users'}]}}}"))
                .containsExactly(line("clients", "{clientId:'app',publicClient:true}"));
    }

    @Test
    void clientScopesKnowWhetherNewClientsGetThem() throws IOException {
        String scopes = "clientScopes:[{name:'a'},{name:'b'},{name:'c'}]";

        assertThat(lines("{" + scopes + ",defaultDefaultClientScopes:['a'],defaultOptionalClientScopes:['b']}"))
                .containsExactly(
                        line("client-scopes", "{name:'a',assignment:'default'}"),
                        line("client-scopes", "{name:'b',assignment:'optional'}"),
                        line("client-scopes", "{name:'c',assignment:'none'}"));
        assertThat(lines("{" + scopes + "}")).contains(line("client-scopes", "{name:'a'}"));
        assertThat(lines("{" + scopes + ",defaultDefaultClientScopes:['a']}"))
                .as("the document does not say that they are not optional")
                .containsExactly(
                        line("client-scopes", "{name:'a',assignment:'default'}"),
                        line("client-scopes", "{name:'b'}"),
                        line("client-scopes", "{name:'c'}"));
        assertThat(lines("{" + scopes + ",defaultDefaultClientScopes:[],defaultOptionalClientScopes:[]}"))
                .contains(line("client-scopes", "{name:'a',assignment:'none'}"));
    }

    /** As in testsuite realm {@code migration-realm-9.0.3.json} of keycloak/keycloak, where each client has all. */
    @Test
    void clientsGetClientScopesOfTheirProtocol() throws IOException {
        assertThat(lines("{clientScopes:[{name:'own-saml',protocol:'saml'},{name:'own'}],clients:["
                        + "{clientId:'a',defaultClientScopes:['own-saml','saml-only','own','unknown'],"
                        + "optionalClientScopes:['saml-only']},"
                        + "{clientId:'b',protocol:'saml',defaultClientScopes:['own-saml','saml-only','own']}]}"))
                .contains(
                        line("clients", "{clientId:'a',defaultClientScopes:['own','unknown'],optionalClientScopes:[]}"),
                        line("clients", "{clientId:'b',protocol:'saml',defaultClientScopes:['own-saml','saml-only']}"));
    }

    /** As in realm {@code servlet-authz} of keycloak/keycloak-quickstarts. */
    @Test
    void authorizationBringsTheServiceAccount() throws IOException {
        assertThat(lines("{clients:[{clientId:'a',authorizationServicesEnabled:true},"
                        + "{clientId:'b',authorizationServicesEnabled:false},"
                        + "{clientId:'admin-permissions',authorizationServicesEnabled:true}]}"))
                .containsExactly(
                        line("clients", "{clientId:'a',authorizationServicesEnabled:true,serviceAccountsEnabled:true}"),
                        line("clients", "{clientId:'b',authorizationServicesEnabled:false}"),
                        merged("clients", "{clientId:'admin-permissions',authorizationServicesEnabled:true}"));
    }

    /** As in {@code migration-realm-3.4.3.Final.json} of keycloak/keycloak. */
    @Test
    void permissionsOfAdministratorsAreLeftOutWhereTheRealmHasNone() throws IOException {
        String document = "{clients:[{clientId:'realm-management',authorizationServicesEnabled:true,"
                + "authorizationSettings:{resources:[{name:'group.resource.a'}],policies:[{name:'p'},{name:'q'}]}}]}";

        assertThat(lines(document)).isEmpty();
        assertThat(warnings(document))
                .extracting(InputWarning::message)
                .singleElement()
                .asString()
                .startsWith("`authorizationSettings` was not imported (2).");
        target = new Target("new", null, Map.of(), Map.of(), true, true);
        assertThat(lines(document))
                .contains(merged("resources", "{name:'group.resource.a',client:'realm-management'}"));
    }

    /** As in {@code migration-realm-9.0.3.json} of keycloak/keycloak. */
    @Test
    void defaultRolesBecomeCompositesOfTheDefaultRole() throws IOException {
        assertThat(lines("{realm:'old',defaultRoles:['reader','offline_access'],"
                        + "clients:[{clientId:'a',defaultRoles:['viewer']},{clientId:'b',defaultRoles:[]}],"
                        + "roles:{realm:[{name:'reader'},{name:'default-roles-old'}],client:{a:[{name:'viewer'}]}},"
                        + "groups:[{name:'g'}]}"))
                .containsExactly(
                        line("clients", "{clientId:'a'}"),
                        line("clients", "{clientId:'b'}"),
                        line("roles", "{name:'reader'}"),
                        line("roles", "{name:'default-roles-old'}"),
                        line("roles", "{name:'viewer',client:'a'}"),
                        merged(
                                "roles",
                                "{name:'default-roles-new',composites:{realm:['offline_access','reader'],"
                                        + "client:{a:['viewer']}}}"),
                        line("groups", "{name:'g',path:'/g'}"));
        target = new Target("new", null, Map.of(), Map.of(), false, true);
        assertThat(lines("{realm:'old',defaultRoles:['reader']}")).isEmpty();
    }

    /** As in {@code migration-realm-2.5.5.Final.json} and {@code testcomposites.json} of keycloak/keycloak. */
    @Test
    void fieldsWithOtherNamesAreReadAsThoseOfToday() throws IOException {
        assertThat(lines("{clientTemplates:[{name:'Test template',fullScopeAllowed:false,protocol:'saml'}],"
                        + "applications:[{name:'app',claims:{name:true}},'none'],"
                        + "oauthClients:[{name:'third-party',clientId:'other'}],"
                        + "roles:{application:{app:[{name:'user',scopeParamRequired:false}]}}}"))
                .containsExactly(
                        line("client-scopes", "{name:'Test_template',protocol:'saml'}"),
                        line("clients", "{clientId:'app'}"),
                        line("clients", "'none'"),
                        line(
                                "clients",
                                "{name:'third-party',clientId:'other',consentRequired:true,fullScopeAllowed:false}"),
                        line("roles", "{name:'user',client:'app'}"));
    }

    @Test
    void flowsOfClientsAreFoundByTheirAlias() throws IOException {
        assertThat(lines("{authenticationFlows:[{id:'flow-of-old',alias:'browser'},{id:'2',alias:'own'}],"
                        + "clients:[{clientId:'a',authenticationFlowBindingOverrides:{browser:'flow-of-old'}},"
                        + "{clientId:'b',authenticationFlowBindingOverrides:{browser:'browser',direct_grant:'2'}}]}"))
                .containsExactly(
                        line("clients", "{clientId:'a',authenticationFlowBindingOverrides:{browser:'flow-of-new'}}"),
                        line(
                                "clients",
                                "{clientId:'b',authenticationFlowBindingOverrides:"
                                        + "{browser:'flow-of-new',direct_grant:'own'}}"));
    }

    /** So that a mirror keeps it, and a removal finds it. */
    @Test
    void anOrganizationOfWhichADocumentHasOnlyMembersIsNamed() throws IOException {
        assertThat(lines("{organizations:[{alias:'acme',id:'1',members:[{username:'ann'}]},"
                        + "{alias:'other',description:'d'}]}"))
                .containsExactly(
                        merged("organizations", "{alias:'acme',id:'1'}"),
                        line("organizations", "{alias:'other',description:'d'}"),
                        line("organization-members", "{organization:'acme',username:'ann'}"));
    }

    @Test
    void secretsThatAreOnlyNamesOfVariablesAreTold() throws IOException {
        assertThat(warnings("{keycloakVersion:'26.7.0',clients:[{clientId:'a',secret:'${A_SECRET}'},"
                        + "{clientId:'b',secret:'x${B}'},{clientId:'c',secret:'${vault.c}'}],"
                        + "identityProviders:[{alias:'i',config:{clientSecret:'${env.I:none}'}}],"
                        + "users:[{username:'u',credentials:[{type:'password',value:'${U}'}]}]}"))
                .filteredOn(warning -> warning.code().equals("placeholder_secret"))
                .singleElement()
                .satisfies(warning -> assertThat(warning.message()).contains("instead of 3 secrets"));
    }

    /** As in {@code MigrateTo2_1_0} of keycloak/keycloak. */
    @Test
    void policiesHadNamesOfRoles() throws IOException {
        assertThat(lines("{clients:[{clientId:'a',authorizationSettings:{policies:["
                        + "{name:'p',type:'role',config:{roles:'[\"r\",\"s\"]'}}]}}]}"))
                .contains(merged("policies", "{name:'p',type:'role',roles:[{id:'r'},{id:'s'}],client:'a'}"));
    }

    @Test
    void whatAClientProtectsBecomesRecords() throws IOException {
        assertThat(lines("{clients:[{clientId:'shop',authorizationSettings:{policyEnforcementMode:'ENFORCING',"
                        + "scopes:[{name:'view'}],resources:[{name:'cart',scopes:[{name:'view'}]}],"
                        + "authorizationSchema:{},policies:["
                        + "{name:'p',type:'role',config:{roles:'[{\"id\":\"shop/buyer\",\"required\":true}]',"
                        + "fetchRoles:'true'}},"
                        + "{name:'t',type:'time',config:{nbf:'2026-01-01 00:00:00',hour:'8'}},"
                        + "{name:'q',type:'scope',config:{resources:'[\"cart\"]',scopes:'[\"view\"]',"
                        + "applyPolicies:'[\"p\"]'}}]}}]}"))
                .containsExactly(
                        line("clients", "{clientId:'shop',authorizationSettings:{policyEnforcementMode:'ENFORCING'}}"),
                        merged("scopes", "{name:'view',client:'shop'}"),
                        merged("resources", "{name:'cart',scopes:[{name:'view'}],client:'shop'}"),
                        merged(
                                "policies",
                                "{name:'p',type:'role',roles:[{id:'shop/buyer',required:true}],"
                                        + "fetchRoles:true,client:'shop'}"),
                        merged(
                                "policies",
                                "{name:'t',type:'time',notBefore:'2026-01-01 00:00:00',hour:'8',client:'shop'}"),
                        merged(
                                "permissions",
                                "{name:'q',type:'scope',resources:['cart'],scopes:['view'],policies:['p'],"
                                        + "client:'shop'}"));
    }

    @Test
    void groupsKeepTheirPlaceEvenWithSlashesInNames() throws IOException {
        assertThat(lines("{groups:[{name:'a/b',path:'/a/b',subGroups:[{name:'c',path:'/a/b/c',subGroups:[]}]}]}"))
                .containsExactly(
                        line("groups", "{name:'a/b',path:'/a~/b'}"), line("groups", "{name:'c',path:'/a~/b/c'}"));
    }

    @Test
    void pathsThatCanBeReadInAnotherWayEscapeSlashesWithinNames() throws IOException {
        target = new Target("new", null, Map.of(), Map.of(), false, false);
        String c = "subGroups:[{name:'c'}]";
        assertThat(lines("{groups:[{name:'a',subGroups:[{name:'b'," + c + "}]},{name:'a/b'," + c + "},{name:'t~'," + c
                        + "},{name:'v',subGroups:[{name:'w'," + c + "}]},{name:'t~',subGroups:[{name:'u/v'}]}]}"))
                .containsExactly(
                        line("groups", "{name:'a',path:'/a'}"),
                        line("groups", "{name:'b',path:'/a/b'}"),
                        line("groups", "{name:'c',path:'/a/b/c'}"),
                        line("groups", "{name:'a/b',path:'/a~/b/'}"),
                        line("groups", "{name:'c',path:'/a~/b/c/'}"),
                        line("groups", "{name:'t~',path:'/t~'}"),
                        line("groups", "{name:'c',path:'/t~/c'}"),
                        line("groups", "{name:'v',path:'/v'}"),
                        line("groups", "{name:'w',path:'/v/w'}"),
                        line("groups", "{name:'c',path:'/v/w/c/'}"),
                        line("groups", "{name:'t~',path:'/t~'}"),
                        line("groups", "{name:'u/v',path:'/t~/u/v'}"));
    }

    @Test
    void organizationsComeWithDepartmentsMembersAndProviders() throws IOException {
        assertThat(lines("{organizations:[{name:'Acme',alias:'acme',groups:[{id:'1',name:'dev',subGroups:["
                        + "{id:'2',name:'ops'}]}],members:[{username:'ann',groups:['2']}],"
                        + "identityProviders:[{alias:'idp'}]}],"
                        + "identityProviderMappers:[{name:'m',identityProviderAlias:'idp'}],"
                        + "identityProviders:[{alias:'idp',organizationId:'9'},{alias:'other'}]}"))
                .containsExactly(
                        line("organizations", "{name:'Acme',alias:'acme'}"),
                        line("departments", "{id:'1',name:'dev',path:'/dev',organization:'acme'}"),
                        line("departments", "{id:'2',name:'ops',path:'/dev/ops',organization:'acme'}"),
                        line(
                                "identity-providers",
                                "{alias:'idp',organization:'acme',mappers:[{name:'m',identityProviderAlias:'idp'}]}"),
                        line("identity-providers", "{alias:'other',mappers:[]}"),
                        line("organization-members", "{organization:'acme',username:'ann'}"),
                        line("department-members", "{organization:'acme',username:'ann',department:'/dev/ops'}"));
    }

    @Test
    void serviceAccountsComeWithTheirClients() throws IOException {
        assertThat(lines("{users:[{username:'service-account-shop',serviceAccountClientId:'shop',"
                        + "realmRoles:['editor'],groups:['/g']},{username:'service-account-x',"
                        + "serviceAccountClientId:'x',id:'1',createdTimestamp:5,email:'x@y.example',"
                        + "attributes:{bpn:['B1']}}]}"))
                .containsExactly(
                        merged("users", "{username:'service-account-shop',serviceAccountClientId:'shop'}"),
                        merged(
                                "users",
                                "{username:'service-account-x',serviceAccountClientId:'x',email:'x@y.example',"
                                        + "attributes:{bpn:['B1']}}"),
                        merged("group-members", "{username:'service-account-shop',group:'/g'}"),
                        merged("role-mappings", "{username:'service-account-shop',realmRoles:['editor']}"));
    }

    @Test
    void identityProvidersKeepTheirMappersIfTheDocumentHasNone() throws IOException {
        assertThat(lines("{identityProviders:[{alias:'idp'}]}"))
                .containsExactly(line("identity-providers", "{alias:'idp'}"));
        assertThat(lines("{identityProviders:[{alias:'idp'}],identityProviderMappers:[]}"))
                .containsExactly(line("identity-providers", "{alias:'idp',mappers:[]}"));
    }

    @Test
    void masksAreLeftOutAndCounted() throws IOException {
        String document = "{clients:[{clientId:'c',secret:'**********',attributes:{a:'b',"
                + "'client.secret.rotated':'**********','client.secret.rotated.creation.time':'1',"
                + "'client.secret.rotated.expiration.time':'2'}}],"
                + "identityProviders:[{alias:'i',config:{clientId:'c',clientSecret:'**********',"
                + "authTokenClientSecret:'**********'}}],"
                + "users:[{username:'u',credentials:[{type:'password',value:'**********'}]}]}";

        assertThat(lines(document))
                .containsExactly(
                        line("clients", "{clientId:'c',attributes:{a:'b'}}"),
                        line("identity-providers", "{alias:'i',config:{clientId:'c'}}"),
                        line("users", "{username:'u',credentials:[]}"));
        assertThat(warnings(document))
                .extracting(InputWarning::message)
                .singleElement()
                .asString()
                .startsWith("The document has asterisks instead of 5 secrets");
    }

    @Test
    void mappersWithoutTheirIdentityProviderAreLeftOutAndTold() throws IOException {
        assertThat(warnings("{identityProviders:[{alias:'idp'}],identityProviderMappers:["
                        + "{name:'a',identityProviderAlias:'gone'},{name:'b',identityProviderAlias:'idp'},"
                        + "{name:'c',identityProviderAlias:'gone'}]}"))
                .extracting(InputWarning::message)
                .containsExactly("`identityProviderMappers` was not imported (2). The document lacks their identity"
                        + " provider, such as `gone`.");
    }

    @Test
    void scopeMappingsAreMergedWithWhatTheRealmHas() throws IOException {
        assertThat(lines("{realm:'old',clientScopeMappings:{shop:[{client:'app',roles:['buyer']},"
                        + "{clientScope:'s',roles:['seller']}],x:[{client:'app',roles:[]}]},"
                        + "applicationScopeMappings:{shop:[{client:'older',roles:['buyer']}]},"
                        + "scopeMappings:[{self:'http://x',client:'app',roles:['a','default-roles-old']},"
                        + "{clientTemplate:'my template',roles:['b']},{client:'app'}]}"))
                .containsExactly(
                        merged("scope-mappings", "{client:'app',clientRoles:{shop:['buyer']}}"),
                        merged("scope-mappings", "{clientScope:'s',clientRoles:{shop:['seller']}}"),
                        merged("scope-mappings", "{client:'older',clientRoles:{shop:['buyer']}}"),
                        merged("scope-mappings", "{client:'app',realmRoles:['a','default-roles-new']}"),
                        merged("scope-mappings", "{clientScope:'my_template',realmRoles:['b']}"));
    }

    @Test
    void whatIsLeftOutIsToldOnce() throws IOException {
        assertThat(warnings("{realm:'old',accessTokenLifespan:300,displayName:'Old',components:{a:[]},"
                        + "authenticationFlows:[{},{}],requiredActions:[],"
                        + "clients:[{clientId:'shop',secret:'**********'}]}"))
                .extracting(InputWarning::code, warning -> warning.message().replaceAll("\\. .*", ""))
                .containsExactly(
                        tuple("not_imported", "`authenticationFlows` was not imported (2)"),
                        tuple("not_imported", "`components` was not imported (1)"),
                        tuple("not_imported", "2 settings of the realm were not imported"),
                        tuple(
                                "masked_secret",
                                "The document has asterisks instead of 1 secrets, as partial exports do"));
    }
}
