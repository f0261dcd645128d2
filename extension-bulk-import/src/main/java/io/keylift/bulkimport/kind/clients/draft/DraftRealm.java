// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.clients.draft;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.function.BiFunction;
import java.util.stream.Stream;
import org.keycloak.models.ClientModel;
import org.keycloak.models.ClientScopeModel;
import org.keycloak.models.RealmModel;

/**
 * The realm as it is shown to Keycloak's code that makes a client: it adds a client by drafting it, and looks its
 * client scopes up once. Everything else is the realm's own.
 */
public final class DraftRealm implements InvocationHandler {

    private final RealmModel realm;
    private final BiFunction<String, String, ClientModel> drafting;
    private final List<ClientScopeModel> scopes;
    private final List<ClientScopeModel> defaultScopes;
    private final List<ClientScopeModel> optionalScopes;

    private DraftRealm(RealmModel realm, BiFunction<String, String, ClientModel> drafting) {
        this.realm = realm;
        this.drafting = drafting;
        scopes = realm.getClientScopesStream().toList();
        defaultScopes = realm.getDefaultClientScopesStream(true).toList();
        optionalScopes = realm.getDefaultClientScopesStream(false).toList();
    }

    /** @param drafting makes a client of an id, which may be {@code null}, and a client id */
    public static RealmModel of(RealmModel realm, BiFunction<String, String, ClientModel> drafting) {
        return (RealmModel) Proxy.newProxyInstance(
                DraftRealm.class.getClassLoader(), new Class<?>[] {RealmModel.class}, new DraftRealm(realm, drafting));
    }

    @Override
    public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
        return switch (method.getName()) {
            case "addClient" ->
                arguments.length == 1
                        ? drafting.apply(null, (String) arguments[0])
                        : drafting.apply((String) arguments[0], (String) arguments[1]);
            case "getClientScopesStream" -> scopes.stream();
            case "getDefaultClientScopesStream" -> defaults((Boolean) arguments[0]);
            default -> ask(realm, method, arguments);
        };
    }

    private Stream<ClientScopeModel> defaults(boolean byDefault) {
        return (byDefault ? defaultScopes : optionalScopes).stream();
    }

    public static Object ask(Object target, Method method, Object[] arguments) throws Throwable {
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }
}
