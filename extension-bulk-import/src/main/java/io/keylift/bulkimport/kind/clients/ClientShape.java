// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.clients;

import io.keylift.bulkimport.kind.mappers.MapperIds;
import io.keylift.bulkimport.kind.spi.FieldRule;
import io.keylift.bulkimport.kind.spi.RecordShape;

/** The additions of a client's schema to Keycloak's representation. */
final class ClientShape {

    private static final String NONE_OR_GIVEN = "none, or [what Keycloak adds](#what-keycloak-adds-to-new-objects)";

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
                .rule("clientId", FieldRule.key("rejected"))
                .rule("id", FieldRule.fixed("generated"))
                .rule("enabled", FieldRule.withDefault(true))
                .rule("protocol", FieldRule.withDefault("openid-connect"))
                .rule("publicClient", FieldRule.value("**`true` if the record has a `protocol`**, otherwise `false`"))
                .rule("secret", FieldRule.value("generated for a confidential client"))
                .rule(
                        "authorizationServicesEnabled",
                        FieldRule.withDefault(false)
                                .resets("the client loses its authorization with all resources and policies"))
                .rule("authorizationSettings", FieldRule.value("Keycloak's defaults"))
                .rule(
                        "serviceAccountsEnabled",
                        FieldRule.withDefault(false)
                                .says(
                                        "replaced; **`false` deletes the service account and"
                                                + " everything assigned to it**",
                                        "replaced"))
                .rule(FieldRule.list(NONE_OR_GIVEN), "redirectUris", "webOrigins")
                .rule("defaultClientScopes", FieldRule.list("the realm's default client scopes"))
                .rule("optionalClientScopes", FieldRule.list("the realm's optional client scopes"))
                .rule(
                        "protocolMappers",
                        FieldRule.list("those that Keycloak gives a new client")
                                .says("list replaced", "replaced or added by protocol and name"))
                .rule(
                        "attributes",
                        FieldRule.settings(
                                "those that Keycloak gives a new client",
                                "changed by name; **an empty value removes the attribute**"))
                .rule(FieldRule.value("none"), "name", "description", "type", "rootUrl", "baseUrl")
                .rule("adminUrl", FieldRule.value(NONE_OR_GIVEN))
                .rule(FieldRule.withDefault("client-secret"), "clientAuthenticatorType")
                .rule(FieldRule.withDefault(true), "standardFlowEnabled", "fullScopeAllowed")
                .rule(
                        FieldRule.withDefault(false),
                        "implicitFlowEnabled",
                        "bearerOnly",
                        "consentRequired",
                        "surrogateAuthRequired",
                        "alwaysDisplayInConsole")
                .rule(
                        "directAccessGrantsEnabled",
                        FieldRule.value("**`true` with `protocol` `openid-connect`**, otherwise `false`"))
                .rule("frontchannelLogout", FieldRule.value("**`true` with `protocol` `saml`**, otherwise `false`"))
                .rule("notBefore", FieldRule.value("`0`"))
                .rule("nodeReRegistrationTimeout", FieldRule.value("`-1`"))
                .rule("registeredNodes", FieldRule.settings("none", "changed by name; none is removed"))
                .rule("authenticationFlowBindingOverrides", FieldRule.value("none"));
    }
}
