// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.identityproviders;

import io.keylift.bulkimport.kind.spi.ChunkWriter;
import io.keylift.bulkimport.kind.spi.FieldDefault;
import io.keylift.bulkimport.kind.spi.FieldRule;
import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.kind.spi.ImportKind;
import io.keylift.bulkimport.kind.spi.KindInfo;
import io.keylift.bulkimport.kind.spi.RecordOperation;
import io.keylift.bulkimport.kind.spi.RecordShape;
import io.keylift.bulkimport.kind.spi.RecordSource;
import io.keylift.bulkimport.kind.spi.RecordValidator;
import io.keylift.bulkimport.kind.spi.UniqueKey;
import jakarta.ws.rs.ForbiddenException;
import java.util.Collection;
import java.util.Set;
import org.keycloak.models.RealmModel;
import org.keycloak.services.resources.admin.fgap.AdminPermissionEvaluator;

/** Identity providers, written as Keycloak's {@code POST /identity-provider/instances} writes them. */
public final class IdentityProvidersKind implements ImportKind<IdentityProviderRecord, IdentityProviderRecord> {

    @Override
    public KindInfo<IdentityProviderRecord> info() {
        return new KindInfo<>(
                "identity-providers",
                IdentityProviderRecord.class,
                "An identity provider with its settings and mappers, and the organization that it is linked to.",
                "alias",
                "manage-identity-providers");
    }

    @Override
    public Set<String> refersTo() {
        return Set.of("organizations");
    }

    @Override
    public RecordShape shape() {
        return RecordShape.of("""
                        {"alias": "partner", "providerId": "oidc",
                         "config": {"clientId": "acme", "clientSecret": "${vault.partner}",
                           "authorizationUrl": "https://login.partner.example/auth",
                           "tokenUrl": "https://login.partner.example/token"}}""", """
                        {"alias": "wayne", "providerId": "saml", "displayName": "Wayne Enterprises",
                         "trustEmail": true, "hideOnLogin": true,
                         "firstBrokerLoginFlowAlias": "first broker login", "organization": "wayne",
                         "config": {"entityId": "https://idp.wayne.example",
                           "singleSignOnServiceUrl": "https://idp.wayne.example/sso", "syncMode": "FORCE",
                           "kc.org.domain": "wayne.example",
                           "kc.org.broker.redirect.mode.email-matches": "true"},
                         "mappers": [{"name": "city", "identityProviderMapper": "saml-user-attribute-idp-mapper",
                           "config": {"syncMode": "INHERIT", "attribute.name": "city", "user.attribute": "city"}}]}""")
                .requires("alias")
                .givesIds("/internalId", ProviderMapperIds.POINTER)
                .restricts("/firstBrokerLoginFlowAlias", "/postBrokerLoginFlowAlias", "/organization")
                .refuses("organizationId")
                .ignores("updateProfileFirstLoginMode", "types")
                .describes("alias", "Unique in the realm. Without blanks. Cannot change later.")
                .describes("internalId", "Id of a new identity provider. Default: generated.")
                .describes(
                        "providerId",
                        "Type: oidc, saml or another one of the server. A new identity provider requires it.")
                .describes("enabled", "Default: true.")
                .describes("firstBrokerLoginFlowAlias", "Authentication flow of the realm, or blank for none.")
                .describes("postBrokerLoginFlowAlias", "Authentication flow of the realm, or blank for none.")
                .describes(
                        "organization",
                        "Alias or id of the organization that the identity provider is linked to, or blank for none.")
                .describes("config", "Settings by name. Values that refer to a vault are stored as they are.")
                .describes("mappers", "Mappers with unique names.")
                .describes(
                        "IdentityProviderMapperRepresentation.identityProviderAlias",
                        "The alias of the identity provider, or absent.")
                .rule("alias", FieldRule.key())
                .rule("internalId", FieldRule.id())
                .rule("providerId", FieldRule.fixed(FieldDefault.REQUIRED.noted("**rejected**")))
                .rule("displayName", FieldRule.value().resets())
                .rule("enabled", FieldRule.value(FieldDefault.of(true)).resets())
                .rule(
                        FieldRule.value().resets(),
                        "trustEmail",
                        "storeToken",
                        "addReadTokenRoleOnCreate",
                        "authenticateByDefault",
                        "linkOnly",
                        "hideOnLogin")
                .rule(
                        FieldRule.value().resets().storesNoBlanks(),
                        "firstBrokerLoginFlowAlias",
                        "postBrokerLoginFlowAlias")
                .rule("organization", FieldRule.value().storesNoBlanks())
                .rule(
                        "config",
                        FieldRule.whole(FieldDefault.computed("defaults of the type"))
                                .mergeNoted("changed by name; **an empty value removes the setting**")
                                .resets()
                                .storesNoBlanks())
                .rule("mappers", FieldRule.list().mergeNoted("replaced or added by name"));
    }

    @Override
    public void requirePermission(AdminPermissionEvaluator permissions, RealmModel realm) {
        if (!permissions.realm().canManageIdentityProviders()) {
            throw new ForbiddenException();
        }
    }

    @Override
    public String key(IdentityProviderRecord provider) {
        return provider.alias();
    }

    @Override
    public Collection<UniqueKey> uniqueKeys(IdentityProviderRecord provider) {
        return provider.uniqueKeys();
    }

    @Override
    public Collection<UniqueKey> unconstrainedKeys(IdentityProviderRecord provider) {
        return provider.issuerKeys();
    }

    @Override
    public RecordValidator<IdentityProviderRecord, IdentityProviderRecord> validator(ImportContext context) {
        return RecordValidator.of(new IdentityProviderRules(context)::check);
    }

    @Override
    public ChunkWriter<IdentityProviderRecord> writer(ImportContext context) {
        return new IdentityProvidersWriter(context);
    }

    @Override
    public RecordOperation<IdentityProviderRecord, ?> removal() {
        return new IdentityProvidersRemoval(this);
    }

    @Override
    public RecordSource<IdentityProviderRecord> source() {
        return new IdentityProvidersSource();
    }
}
