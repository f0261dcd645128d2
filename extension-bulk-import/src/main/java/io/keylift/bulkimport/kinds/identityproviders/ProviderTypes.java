// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.identityproviders;

import io.keylift.bulkimport.kind.spi.ReadContext;
import io.keylift.bulkimport.kind.spi.SecretMask;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.keycloak.broker.provider.IdentityProvider;
import org.keycloak.broker.provider.IdentityProviderFactory;
import org.keycloak.broker.provider.IdentityProviderMapper;
import org.keycloak.broker.social.SocialIdentityProvider;
import org.keycloak.models.KeycloakSessionFactory;
import org.keycloak.provider.ProviderConfigProperty;

/** The types of identity providers and of their mappers that the server has. */
final class ProviderTypes {

    /** A reference to a vault is no secret: Keycloak shows it, too. */
    private static final Pattern VAULT = Pattern.compile("\\$\\{vault\\..+?}");

    private final KeycloakSessionFactory factories;

    ProviderTypes(ReadContext context) {
        factories = context.session().getKeycloakSessionFactory();
    }

    /** The factory, or {@code null} if the server has none with this id. */
    IdentityProviderFactory<?> factory(String providerId) {
        if (providerId == null) {
            return null;
        }
        Object factory = factories.getProviderFactory(IdentityProvider.class, providerId);
        return (IdentityProviderFactory<?>)
                (factory == null ? factories.getProviderFactory(SocialIdentityProvider.class, providerId) : factory);
    }

    boolean hasMapper(String type) {
        return factories.getProviderFactory(IdentityProviderMapper.class, type) != null;
    }

    /** The settings of this type that are secrets. */
    Set<String> secrets(String providerId) {
        Set<String> secrets = new HashSet<>(SecretMask.SETTINGS);
        IdentityProviderFactory<?> factory = factory(providerId);
        List<ProviderConfigProperty> properties = factory == null ? null : factory.getConfigProperties();
        if (properties != null) {
            properties.stream()
                    .filter(ProviderConfigProperty::isSecret)
                    .map(ProviderConfigProperty::getName)
                    .forEach(secrets::add);
        }
        return secrets;
    }

    static boolean isVaultReference(String value) {
        return value != null && VAULT.matcher(value).matches();
    }
}
