// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.request;

import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.keycloak.models.KeycloakSessionFactory;
import org.keycloak.provider.Provider;
import org.keycloak.services.resource.RealmResourceProvider;
import org.keycloak.services.resources.admin.ext.AdminRealmResourceProvider;

/**
 * Distinguishes extensions of the server's REST APIs, which Keycloak serves under one template: the id of the extension
 * replaces {@value #PARAMETER}. Only ids of the server's providers are used; any other value stays {@value #PARAMETER}.
 */
final class ExtensionPaths {

    /** The parameter of extensions. In Keycloak's templates it always follows the realm. */
    private static final String PARAMETER = "{extension}";

    private static final Pattern EXTENSION_OF_A_REALM = Pattern.compile("/realms/[^/]+/([^/]+)");

    private final Set<String> ids;

    ExtensionPaths(Set<String> ids) {
        this.ids = Set.copyOf(ids);
    }

    /** Returns the paths of this server's extensions. */
    static ExtensionPaths of(KeycloakSessionFactory factory) {
        return new ExtensionPaths(
                Stream.concat(ids(factory, RealmResourceProvider.class), ids(factory, AdminRealmResourceProvider.class))
                        .collect(Collectors.toSet()));
    }

    private static Stream<String> ids(KeycloakSessionFactory factory, Class<? extends Provider> spi) {
        return factory.getProviderFactoriesStream(spi).map(found -> found.getId());
    }

    /**
     * Returns the template with the id of the extension.
     *
     * @param template template of the path
     * @param path path of the request
     */
    String named(String template, String path) {
        if (!template.contains(PARAMETER)) {
            return template;
        }
        Matcher extension = EXTENSION_OF_A_REALM.matcher(path);
        return extension.find() && ids.contains(extension.group(1))
                ? template.replace(PARAMETER, extension.group(1))
                : template;
    }
}
