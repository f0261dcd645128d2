// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.clients.draft;

import jakarta.persistence.EntityManager;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import org.keycloak.authorization.AuthorizationProvider;
import org.keycloak.authorization.store.ResourceServerStore;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.cache.authorization.CachedStoreFactoryProvider;

/** Replacement for the database while Keycloak's code works on a draft. */
public final class DetachedPersistence {

    /** Ignores all calls to persist, remove or flush; the rows are read from the draft itself. */
    public static final EntityManager ENTITY_MANAGER = proxy(EntityManager.class, (proxy, method, arguments) -> {
        switch (method.getName()) {
            case "persist", "remove", "flush" -> {
                return null;
            }
            default -> throw new UnsupportedOperationException(method.getName());
        }
    });

    private DetachedPersistence() {}

    /**
     * A session without resource servers. Keycloak's validation of a client queries the client's resource server, but
     * only to fill a field that it does not check.
     */
    public static KeycloakSession withoutResourceServers(KeycloakSession session) {
        ResourceServerStore none = proxy(ResourceServerStore.class, (proxy, method, arguments) -> null);
        CachedStoreFactoryProvider stores = proxy(
                CachedStoreFactoryProvider.class,
                (proxy, method, arguments) -> method.getName().equals("getResourceServerStore") ? none : null);
        return proxy(KeycloakSession.class, (proxy, method, arguments) -> {
            if (isProvider(method, arguments, AuthorizationProvider.class)) {
                return new AuthorizationProvider(
                        (KeycloakSession) proxy, session.getContext().getRealm(), null);
            }
            if (isProvider(method, arguments, CachedStoreFactoryProvider.class)) {
                return stores;
            }
            return DraftRealm.ask(session, method, arguments);
        });
    }

    private static boolean isProvider(Method method, Object[] arguments, Class<?> provider) {
        return method.getName().equals("getProvider") && arguments.length == 1 && arguments[0] == provider;
    }

    private static <T> T proxy(Class<T> type, java.lang.reflect.InvocationHandler handler) {
        return type.cast(
                Proxy.newProxyInstance(DetachedPersistence.class.getClassLoader(), new Class<?>[] {type}, handler));
    }
}
