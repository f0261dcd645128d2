// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.spi;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import org.keycloak.models.utils.StripSecretsUtils;
import org.keycloak.representations.idm.ClientRepresentation;
import org.keycloak.representations.idm.ComponentRepresentation;
import org.keycloak.representations.idm.IdentityProviderRepresentation;
import org.keycloak.representations.idm.RealmRepresentation;

/** The asterisks that Keycloak shows instead of a secret. A record with them has no secret. */
public final class SecretMask {

    /** Attributes of a client that Keycloak masks. */
    public static final Set<String> CLIENT_ATTRIBUTES =
            masked(new ClientRepresentation(), ClientRepresentation::setAttributes);

    /** Settings of identity providers, and of the mail server of a realm, that Keycloak masks. */
    public static final Set<String> SETTINGS = settings();

    private SecretMask() {}

    /** Whether a value is such a mask. */
    public static boolean is(String value) {
        return ComponentRepresentation.SECRET_VALUE.equals(value);
    }

    private static Set<String> settings() {
        Set<String> settings =
                new HashSet<>(masked(new IdentityProviderRepresentation(), IdentityProviderRepresentation::setConfig));
        settings.addAll(masked(new RealmRepresentation(), RealmRepresentation::setSmtpServer));
        return Set.copyOf(settings);
    }

    /** The names that Keycloak's own code masks. The map pretends to have every name that this code looks for. */
    private static <T> Set<String> masked(T representation, BiConsumer<T, Map<String, String>> setter) {
        Set<String> names = new HashSet<>();
        setter.accept(representation, new HashMap<>() {
            private static final long serialVersionUID = 1L;

            @Override
            public boolean containsKey(Object name) {
                return true;
            }

            @Override
            public String get(Object name) {
                return "";
            }

            @Override
            public String put(String name, String value) {
                if (is(value)) {
                    names.add(name);
                }
                return "";
            }
        });
        StripSecretsUtils.stripSecrets(null, representation);
        return Set.copyOf(names);
    }
}
