// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.clients.draft;

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
 * The realm as Keycloak's code sees it when it creates a client: adding a client creates a draft, and client scopes are
 * looked up once. All other calls go to the realm.
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

    /** @param drafting creates a client from an id, which may be {@code null}, and a client id */
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
