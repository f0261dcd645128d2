// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.users.profile;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.keycloak.models.KeycloakContext;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.UserProvider;
import org.keycloak.organization.OrganizationProvider;
import org.keycloak.userprofile.UserProfileProvider;
import org.keycloak.validate.Validator;

/**
 * The session that Keycloak's user profile sees while it validates records. It finds no users, so that validators of
 * uniqueness cost no SQL: uniqueness is looked up for whole chunks. It answers repeated questions from memory. Proxies
 * are used because the interfaces are large and grow.
 */
public final class ProfileSession implements InvocationHandler {

    private static final UserProvider NOBODY = proxy(UserProvider.class, (self, method, arguments) -> nothing(method));
    private static final OrganizationProvider NO_ORGANIZATIONS =
            proxy(OrganizationProvider.class, (self, method, arguments) -> nothing(method));

    private final KeycloakSession session;
    private final KeycloakContext context;
    private final UserProfileProvider profileProvider;
    private final boolean organizations;
    private final Map<String, Validator> validators = new HashMap<>();

    private ProfileSession(KeycloakSession session, UserProfileProvider profileProvider, boolean organizations) {
        this.session = session;
        this.organizations = organizations;
        this.context = session.getContext();
        this.profileProvider = profileProvider;
    }

    /**
     * @param profileProvider replaces the realm's provider; {@code null} to keep it
     * @param organizations whether organizations are found; only their members depend on that
     */
    public static KeycloakSession of(
            KeycloakSession session, UserProfileProvider profileProvider, boolean organizations) {
        return proxy(KeycloakSession.class, new ProfileSession(session, profileProvider, organizations));
    }

    @Override
    public Object invoke(Object self, Method method, Object[] arguments) throws Throwable {
        switch (method.getName()) {
            case "getContext":
                return context;
            case "users":
                return NOBODY;
            case "getProvider":
                if (arguments.length == 2 && arguments[0] == Validator.class) {
                    return validators.computeIfAbsent(
                            (String) arguments[1], id -> session.getProvider(Validator.class, id));
                }
                if (arguments.length == 1 && arguments[0] == UserProfileProvider.class && profileProvider != null) {
                    return profileProvider;
                }
                if (arguments.length == 1 && arguments[0] == OrganizationProvider.class && !organizations) {
                    return NO_ORGANIZATIONS;
                }
                break;
            default:
                break;
        }
        try {
            return method.invoke(session, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }

    public static <T> T proxy(Class<T> type, InvocationHandler handler) {
        return type.cast(Proxy.newProxyInstance(ProfileSession.class.getClassLoader(), new Class<?>[] {type}, handler));
    }

    /** The empty result of a method. */
    public static Object nothing(Method method) {
        Class<?> type = method.getReturnType();
        if (type == Stream.class) {
            return Stream.empty();
        }
        if (type == boolean.class) {
            return false;
        }
        if (type == int.class) {
            return 0;
        }
        return type == long.class ? (Object) 0L : null;
    }
}
