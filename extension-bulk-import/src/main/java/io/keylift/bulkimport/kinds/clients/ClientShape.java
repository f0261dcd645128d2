// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.clients;

import io.keylift.bulkimport.kind.shared.mappers.MapperIds;
import io.keylift.bulkimport.kind.spi.FieldDefault;
import io.keylift.bulkimport.kind.spi.FieldRule;
import io.keylift.bulkimport.kind.spi.RecordShape;

/** The additions of a client's schema to Keycloak's representation. */
final class ClientShape {

    private static final String NONE_OR_GIVEN = "none, or [what Keycloak adds](#what-keycloak-adds-to-new-clients)";

    private static final String ID_ONLY = """
            {"clientId": "shop"}""";

    private static final String SERVICE = """
            {"clientId": "billing", "name": "Billing", "publicClient": false, "secret": "correct horse battery staple",
             "standardFlowEnabled": false, "serviceAccountsEnabled": true, "authorizationServicesEnabled": true,
             "authorizationSettings": {"policyEnforcementMode": "ENFORCING", "decisionStrategy": "AFFIRMATIVE",
               "allowRemoteResourceManagement": true},
             "attributes": {"access.token.lifespan": "300"}}""";

    private static final String WEB_APPLICATION = """
            {"clientId": "portal", "protocol": "openid-connect", "publicClient": true,
             "rootUrl": "https://portal.acme.example", "redirectUris": ["/signed-in", "https://beta.acme.example/*"],
             "webOrigins": ["+"], "attributes": {"pkce.code.challenge.method": "S256"},
             "defaultClientScopes": ["profile", "email", "roles"], "optionalClientScopes": ["offline_access"],
             "protocolMappers": [{"name": "billing audience", "protocol": "openid-connect",
               "protocolMapper": "oidc-audience-mapper",
               "config": {"included.client.audience": "billing", "access.token.claim": "true"}}]}""";

    private static final String SAML = """
            {"clientId": "https://intranet.acme.example/saml", "protocol": "saml",
             "redirectUris": ["https://intranet.acme.example/*"],
             "attributes": {"saml.client.signature": "false", "saml_name_id_format": "email"}}""";

    private ClientShape() {}

    static RecordShape get() {
        return RecordShape.of(ID_ONLY, SERVICE, WEB_APPLICATION, SAML)
                .requires("clientId")
                .refuses(
                        "registrationAccessToken",
                        "origin",
                        "defaultRoles",
                        "useTemplateConfig",
                        "useTemplateScope",
                        "useTemplateMappers",
                        "ResourceServerRepresentation.resources",
                        "ResourceServerRepresentation.scopes",
                        "ResourceServerRepresentation.policies",
                        "ResourceServerRepresentation.authorizationSchema")
                .ignores(
                        "access",
                        "ResourceServerRepresentation.id",
                        "ResourceServerRepresentation.clientId",
                        "ResourceServerRepresentation.name",
                        "ProtocolMapperRepresentation.consentRequired",
                        "ProtocolMapperRepresentation.consentText")
                .describes("id", "Id of a new client. Default: generated.")
                .describes("clientId", "Unique in the realm.")
                .describes("secret", "Secret of a client that is not public. Default: generated.")
                .describes("publicClient", "Default: true if the record has a protocol, as in Keycloak's POST.")
                .describes("enabled", "Default: true.")
                .describes("notBefore", "Seconds since the epoch. Tokens issued earlier are invalid.")
                .describes("attributes", "Values by attribute name.")
                .describes(
                        "registeredNodes",
                        "Registration times of cluster nodes by node name, in seconds since the epoch.")
                .describes("authenticationFlowBindingOverrides", "Ids of authentication flows of the realm.")
                .describes("serviceAccountsEnabled", "Whether the client has a service account.")
                .describes(
                        "authorizationServicesEnabled",
                        "Requires a service account. If absent, overwrite disables authorization.")
                .describes(
                        "authorizationSettings",
                        "Settings of a client with authorization. Import its resources with kind resources.")
                .describes(
                        "defaultClientScopes",
                        "Names of client scopes of the realm. Default for a new client: the default client scopes of"
                                + " the realm.")
                .describes("optionalClientScopes", "Names of client scopes of the realm.")
                .givesIds("/id", MapperIds.POINTER)
                .grants("/defaultClientScopes/*", "/optionalClientScopes/*")
                .restricts("/authenticationFlowBindingOverrides", "/authorizationSettings")
                .describes("protocolMappers", "Protocol mappers. Names are unique per protocol.")
                .describes("clientTemplate", "Name of a client scope to add. Deprecated.")
                .describes("directGrantsOnly", "Deprecated.")
                .rule("clientId", FieldRule.key())
                .rule("id", FieldRule.id())
                .rule("enabled", FieldRule.value(FieldDefault.of(true)))
                .rule("protocol", FieldRule.value(FieldDefault.of("openid-connect")))
                .rule(
                        "publicClient",
                        FieldRule.value(
                                FieldDefault.computed("**`true` if the record has a `protocol`**, otherwise `false`")))
                .rule(
                        "secret",
                        FieldRule.value(FieldDefault.computed("generated for a confidential client"))
                                .isSecret())
                .rule(
                        "authorizationServicesEnabled",
                        FieldRule.value(FieldDefault.of(false))
                                .resets()
                                .absenceNoted("**reset: the client loses its authorization with all resources and"
                                        + " policies**"))
                .rule("authorizationSettings", FieldRule.value(FieldDefault.computed("Keycloak's defaults")))
                .rule(
                        "serviceAccountsEnabled",
                        FieldRule.value(FieldDefault.of(false))
                                .overwriteNoted("replaced; **`false` deletes the service account and"
                                        + " everything assigned to it**"))
                .rule(FieldRule.list(FieldDefault.computed(NONE_OR_GIVEN)), "redirectUris", "webOrigins")
                .rule("defaultClientScopes", FieldRule.list(FieldDefault.computed("the realm's default client scopes")))
                .rule(
                        "optionalClientScopes",
                        FieldRule.list(FieldDefault.computed("the realm's optional client scopes")))
                .rule(
                        "protocolMappers",
                        FieldRule.list(FieldDefault.computed("those that Keycloak gives a new client"))
                                .mergeNoted("replaced or added by protocol and name"))
                .rule(
                        "attributes",
                        FieldRule.settings(FieldDefault.computed("those that Keycloak gives a new client"))
                                .overwriteNoted("changed by name; **an empty value removes the attribute**"))
                .rule(FieldRule.value(), "name", "description", "type", "rootUrl", "baseUrl")
                .rule("adminUrl", FieldRule.value(FieldDefault.computed(NONE_OR_GIVEN)))
                .rule(FieldRule.value(FieldDefault.of("client-secret")), "clientAuthenticatorType")
                .rule(FieldRule.value(FieldDefault.of(true)), "standardFlowEnabled", "fullScopeAllowed")
                .rule(
                        FieldRule.value(FieldDefault.of(false)),
                        "implicitFlowEnabled",
                        "bearerOnly",
                        "consentRequired",
                        "surrogateAuthRequired",
                        "alwaysDisplayInConsole")
                .rule(
                        "directAccessGrantsEnabled",
                        FieldRule.value(FieldDefault.computed(
                                "**`true` with `protocol` `openid-connect`**, otherwise `false`")))
                .rule(
                        "frontchannelLogout",
                        FieldRule.value(FieldDefault.computed("**`true` with `protocol` `saml`**, otherwise `false`")))
                .rule("notBefore", FieldRule.value(FieldDefault.of(0)))
                .rule("nodeReRegistrationTimeout", FieldRule.value(FieldDefault.of(-1)))
                .rule("registeredNodes", FieldRule.settings(FieldDefault.NONE))
                .rule(
                        "authenticationFlowBindingOverrides",
                        FieldRule.settings(FieldDefault.NONE)
                                .overwriteNoted("changed by name; **an empty value removes the flow**"));
    }
}
