// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.identityproviders;

import io.keylift.bulkimport.kind.spi.UniqueKey;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.keycloak.models.IdentityProviderModel;
import org.keycloak.representations.idm.IdentityProviderMapperRepresentation;
import org.keycloak.representations.idm.IdentityProviderRepresentation;

/**
 * A line of the input: Keycloak's {@link IdentityProviderRepresentation} with its mappers and its organization. It is
 * not derived from Keycloak's class, in which an absent {@code enabled} is {@code true}.
 *
 * @param alias unique in the realm
 * @param internalId id to give a new identity provider; generated if absent
 * @param providerId type of the identity provider
 * @param organization alias or id of the organization that the provider is linked to; blank for none
 * @param mappers mappers of the provider; their names are unique
 * @param organizationId field of Keycloak's representation; not supported, as it is the id of another realm
 * @param updateProfileFirstLoginMode field of Keycloak's representation, which Keycloak ignores
 * @param types field of Keycloak's representation, which follows from the type
 */
public record IdentityProviderRecord(
        String alias,
        String internalId,
        String providerId,
        String displayName,
        Boolean enabled,
        Boolean trustEmail,
        Boolean storeToken,
        Boolean addReadTokenRoleOnCreate,
        Boolean authenticateByDefault,
        Boolean linkOnly,
        Boolean hideOnLogin,
        String firstBrokerLoginFlowAlias,
        String postBrokerLoginFlowAlias,
        String organization,
        Map<String, String> config,
        List<IdentityProviderMapperRepresentation> mappers,
        String organizationId,
        String updateProfileFirstLoginMode,
        List<String> types) {

    static final String KEY_TYPE = "identity provider";

    /** Older form of {@code hideOnLogin} among the settings. */
    private static final String HIDE_ON_LOGIN = "hideOnLoginPage";

    /** The id that the record gives, or {@code null}. */
    String requestedId() {
        return internalId == null || internalId.isEmpty() ? null : internalId;
    }

    /** The settings that the record gives, without the older form of {@code hideOnLogin}. */
    Map<String, String> settings() {
        Map<String, String> settings = config == null ? new LinkedHashMap<>() : new LinkedHashMap<>(config);
        settings.remove(HIDE_ON_LOGIN);
        return settings;
    }

    /** Whether the login page hides the provider; the older form counts, as in Keycloak. */
    Boolean effectiveHideOnLogin() {
        String legacy = config == null ? null : config.get(HIDE_ON_LOGIN);
        return legacy == null ? hideOnLogin : Boolean.valueOf(legacy);
    }

    /** See {@link io.keylift.bulkimport.kind.spi.ImportKind#uniqueKeys}. */
    List<UniqueKey> uniqueKeys() {
        List<UniqueKey> keys = new ArrayList<>(2);
        keys.add(new UniqueKey(KEY_TYPE, alias, "/alias"));
        if (requestedId() != null) {
            keys.add(new UniqueKey("id", requestedId(), "/internalId"));
        }
        keys.addAll(ProviderMapperIds.uniqueKeys(mappers));
        keys.addAll(issuerKeys());
        return keys;
    }

    /** The issuers for which no other identity provider may be enabled. */
    List<UniqueKey> issuerKeys() {
        return Boolean.FALSE.equals(enabled) ? List.of() : Issuers.keys(providerId, settings());
    }

    /** The record in the form of Keycloak's admin events; the builder of the event masks the secret. */
    @SuppressWarnings("deprecation") // of the Admin API as well
    IdentityProviderRepresentation toRepresentation(IdentityProviderModel written) {
        IdentityProviderRepresentation representation = new IdentityProviderRepresentation();
        representation.setAlias(alias);
        representation.setInternalId(written.getInternalId());
        representation.setProviderId(providerId);
        representation.setDisplayName(displayName);
        representation.setEnabled(written.isEnabled());
        representation.setTrustEmail(trustEmail);
        representation.setStoreToken(storeToken);
        representation.setAddReadTokenRoleOnCreate(addReadTokenRoleOnCreate);
        representation.setAuthenticateByDefault(authenticateByDefault);
        representation.setLinkOnly(linkOnly);
        representation.setHideOnLogin(written.isHideOnLogin());
        representation.setFirstBrokerLoginFlowAlias(firstBrokerLoginFlowAlias);
        representation.setPostBrokerLoginFlowAlias(postBrokerLoginFlowAlias);
        representation.setConfig(settings());
        representation.setUpdateProfileFirstLoginMode(updateProfileFirstLoginMode);
        if (types != null) {
            representation.setTypes(types);
        }
        return representation;
    }
}
