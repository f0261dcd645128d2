// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.authentication;

import io.keylift.metrics.FailSafe;
import io.keylift.metrics.request.RequestTracker;
import java.lang.reflect.Field;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.keycloak.authentication.Authenticator;
import org.keycloak.authentication.ClientAuthenticator;
import org.keycloak.models.KeycloakSessionFactory;
import org.keycloak.provider.Provider;
import org.keycloak.provider.ProviderFactory;

/**
 * Replaces the factories of all authenticators, also of those in other provider JARs, by ones whose authenticators are
 * timed. Keycloak has no SPI for that, and a factory of the same id would be necessary for each authenticator. So this
 * exchanges Keycloak's map of factories, at once for all threads.
 */
public final class AuthenticationSteps {

    private static final String FACTORIES = "factoriesMap";
    private static final List<Class<? extends Provider>> SPIS = List.of(Authenticator.class, ClientAuthenticator.class);

    private AuthenticationSteps() {}

    /**
     * Times the steps from now on.
     *
     * @param failSafe that of all steps
     * @throws ReflectiveOperationException if this Keycloak has no such map
     */
    public static void time(KeycloakSessionFactory server, RequestTracker tracker, FailSafe failSafe)
            throws ReflectiveOperationException {
        Field field = field(server.getClass());
        field.setAccessible(true);
        Map<Object, Object> all = new HashMap<>((Map<?, ?>) field.get(server));
        for (Class<? extends Provider> spi : SPIS) {
            Map<Object, Object> timed = new HashMap<>();
            ((Map<?, ?>) all.get(spi))
                    .forEach((id, factory) ->
                            timed.put(id, TimedFactory.of((ProviderFactory<?>) factory, tracker::stepEnded, failSafe)));
            all.put(spi, timed);
        }
        field.set(server, all);
    }

    /** The field is one of a superclass. */
    private static Field field(Class<?> type) throws NoSuchFieldException {
        for (Class<?> found = type; found != null; found = found.getSuperclass()) {
            for (Field field : found.getDeclaredFields()) {
                if (field.getName().equals(FACTORIES)) {
                    return field;
                }
            }
        }
        throw new NoSuchFieldException(type.getName() + "." + FACTORIES);
    }
}
