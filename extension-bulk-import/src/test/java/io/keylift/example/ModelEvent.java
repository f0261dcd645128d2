// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.example;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.keycloak.models.ClientModel;
import org.keycloak.models.ClientScopeModel;
import org.keycloak.models.FederatedIdentityModel;
import org.keycloak.models.GroupModel;
import org.keycloak.models.IdentityProviderModel;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.OrganizationModel;
import org.keycloak.models.RealmModel;
import org.keycloak.models.RoleModel;
import org.keycloak.models.UserModel;
import org.keycloak.provider.ProviderEvent;

/** An event of Keycloak's models as one line: its type, and the names of the objects that its getters return. */
final class ModelEvent {

    private final ProviderEvent event;
    private final Set<Class<?>> types = new LinkedHashSet<>();

    ModelEvent(ProviderEvent event) {
        this.event = event;
        collect(event.getClass());
    }

    private void collect(Class<?> type) {
        if (type != null && ProviderEvent.class.isAssignableFrom(type) && type != ProviderEvent.class) {
            if (type.isInterface()) {
                types.add(type);
            }
            for (Class<?> parent : type.getInterfaces()) {
                collect(parent);
            }
            collect(type.getSuperclass());
        }
    }

    /** The realm that the event tells of; {@code null} if it tells of none. */
    RealmModel realm() {
        if (types.isEmpty()) {
            return null;
        }
        RealmModel realm = null;
        for (Object value : values().values()) {
            if (value instanceof RealmModel named) {
                realm = named;
            } else if (value instanceof KeycloakSession session && realm == null) {
                realm = session.getContext().getRealm();
            }
        }
        return realm;
    }

    private Map<String, Object> values() {
        Map<String, Object> values = new TreeMap<>();
        for (Class<?> type : types) {
            for (Method method : type.getMethods()) {
                if (method.getParameterCount() == 0
                        && !Modifier.isStatic(method.getModifiers())
                        && method.getName().startsWith("get")) {
                    values.put(method.getName().substring(3), call(method));
                }
            }
        }
        return values;
    }

    private Object call(Method method) {
        try {
            return method.invoke(event);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        } catch (InvocationTargetException e) {
            return e.getCause();
        }
    }

    @Override
    public String toString() {
        StringBuilder line = new StringBuilder(types.iterator().next().getSimpleName());
        values().forEach((name, value) -> {
            if (!(value instanceof KeycloakSession) && !(value instanceof RealmModel)) {
                line.append(' ').append(name).append('=').append(name(value));
            }
        });
        return line.toString().replace('\n', ' ');
    }

    private static Object name(Object value) {
        if (value instanceof UserModel user) {
            return user.getUsername();
        }
        if (value instanceof GroupModel group) {
            return path(group);
        }
        if (value instanceof RoleModel role) {
            return role.isClientRole()
                    ? ((ClientModel) role.getContainer()).getClientId() + ":" + role.getName()
                    : role.getName();
        }
        if (value instanceof ClientModel client) {
            return client.getClientId();
        }
        if (value instanceof ClientScopeModel scope) {
            return scope.getName();
        }
        if (value instanceof OrganizationModel organization) {
            return organization.getAlias();
        }
        if (value instanceof IdentityProviderModel provider) {
            return provider.getAlias();
        }
        if (value instanceof FederatedIdentityModel identity) {
            return identity.getIdentityProvider() + ":" + identity.getUserId() + ":" + identity.getUserName();
        }
        return value;
    }

    private static String path(GroupModel group) {
        GroupModel parent = group.getParent();
        return (parent == null ? "" : path(parent)) + "/" + group.getName();
    }
}
