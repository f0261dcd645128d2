// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.identityproviders;

import io.keylift.bulkimport.kind.shared.reference.Organizations;
import io.keylift.bulkimport.kind.spi.ExportContext;
import io.keylift.bulkimport.kind.spi.SecretMask;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.keycloak.broker.provider.IdentityProviderFactory;
import org.keycloak.models.OrganizationModel;
import org.keycloak.organization.OrganizationProvider;
import org.keycloak.representations.idm.ComponentRepresentation;
import org.keycloak.representations.idm.IdentityProviderMapperRepresentation;

/**
 * Converts given identity providers to the form in which an import would have stored them, to compare them with the
 * stored ones.
 */
final class ComparableProviders {

    private final ExportContext context;
    private final ProviderTypes types;

    ComparableProviders(ExportContext context) {
        this.context = context;
        types = new ProviderTypes(context);
    }

    IdentityProviderRecord of(IdentityProviderRecord given, IdentityProviderRecord stored) {
        return new IdentityProviderRecord(
                given.alias(),
                given.requestedId(),
                given.providerId(),
                given.displayName(),
                given.enabled(),
                given.trustEmail(),
                given.storeToken(),
                given.addReadTokenRoleOnCreate(),
                given.authenticateByDefault(),
                given.linkOnly(),
                given.effectiveHideOnLogin(),
                given.firstBrokerLoginFlowAlias(),
                given.postBrokerLoginFlowAlias(),
                organization(given.organization(), stored.organization()),
                config(given, stored),
                given.mappers() == null ? null : mappers(given.mappers()),
                null,
                null,
                null);
    }

    /** The alias of the organization, which may be given by its id. */
    private String organization(String given, String stored) {
        if (given == null || given.isBlank() || given.equals(stored) || !Organizations.areEnabled(context)) {
            return given;
        }
        OrganizationModel organization =
                context.session().getProvider(OrganizationProvider.class).getById(given);
        return organization == null ? given : organization.getAlias();
    }

    /** The settings with masked secrets, and with those defaults of the type that the stored provider has. */
    private Map<String, String> config(IdentityProviderRecord given, IdentityProviderRecord stored) {
        Map<String, String> config = new HashMap<>(given.settings());
        types.secrets(stored.providerId()).forEach(name -> settleSecret(name, config, stored.config()));
        IdentityProviderFactory<?> factory = types.factory(stored.providerId());
        Map<String, String> defaults =
                factory == null ? null : factory.createConfig().getConfig();
        if (defaults != null) {
            defaults.forEach((name, value) -> {
                if (value != null && value.equals(stored.config().get(name))) {
                    config.putIfAbsent(name, value);
                }
            });
        }
        return config;
    }

    /**
     * An import keeps the stored secret if the given one is masked or left out. Only references to a vault are shown.
     */
    private static void settleSecret(String name, Map<String, String> config, Map<String, String> stored) {
        boolean stays = !config.containsKey(name) || SecretMask.is(config.get(name));
        if (stays && stored.containsKey(name)) {
            config.put(name, stored.get(name));
        } else if (config.containsKey(name) && !ProviderTypes.isVaultReference(config.get(name))) {
            config.put(name, ComponentRepresentation.SECRET_VALUE);
        }
    }

    /** The mappers without the alias of the provider, which each of them has. */
    private static List<IdentityProviderMapperRepresentation> mappers(
            List<IdentityProviderMapperRepresentation> given) {
        return given.stream()
                .map(mapper -> {
                    IdentityProviderMapperRepresentation comparable = new IdentityProviderMapperRepresentation();
                    comparable.setId(mapper.getId());
                    comparable.setName(mapper.getName());
                    comparable.setIdentityProviderMapper(mapper.getIdentityProviderMapper());
                    comparable.setConfig(mapper.getConfig());
                    return comparable;
                })
                .toList();
    }
}
