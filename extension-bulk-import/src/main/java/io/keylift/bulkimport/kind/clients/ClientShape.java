// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.clients;

import io.keylift.bulkimport.kind.spi.RecordShape;

/** What the schema of a client says beyond Keycloak's representation. */
final class ClientShape {

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
                .describes("id", "Id of a new client; generated if absent.")
                .describes("clientId", "Unique in the realm.")
                .describes("secret", "Of a client that is not public; generated if absent.")
                .describes("publicClient", "Where a protocol is given, true if absent, as in Keycloak's POST.")
                .describes("enabled", "true if absent.")
                .describes("notBefore", "Seconds since the epoch; tokens from before are void.")
                .describes("attributes", "Values by attribute name.")
                .describes(
                        "registeredNodes", "When cluster nodes were registered, in seconds since the epoch, by name.")
                .describes("authenticationFlowBindingOverrides", "Ids of flows of the realm.")
                .describes("serviceAccountsEnabled", "Whether the client has a user of its own.")
                .describes("authorizationServicesEnabled", "Needs a service account. Absent, overwriting ends it.")
                .describes("authorizationSettings", "Of a client that has authorization; resources are their own kind.")
                .describes(
                        "defaultClientScopes",
                        "Names of client scopes of the realm; absent, a new client gets the realm's.")
                .describes("optionalClientScopes", "Names of client scopes of the realm.")
                .describes("protocolMappers", "Names are unique among those of one protocol.")
                .describes("clientTemplate", "Name of a client scope to add. Deprecated.")
                .describes("directGrantsOnly", "Deprecated.");
    }
}
