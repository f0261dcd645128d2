// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.users;

import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.kind.spi.Item;
import io.keylift.bulkimport.kind.spi.RejectCode;
import io.keylift.bulkimport.kinds.users.profile.KeycloakMessages;
import io.keylift.bulkimport.kinds.users.profile.ProfileSession;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.HashMap;
import java.util.Map;
import org.keycloak.credential.hash.PasswordHashProvider;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.UserModel;
import org.keycloak.models.credential.PasswordCredentialModel;
import org.keycloak.policy.PasswordPolicyManagerProvider;
import org.keycloak.policy.PasswordPolicyProvider;
import org.keycloak.policy.PolicyError;
import org.keycloak.provider.Provider;

/**
 * The realm's password policy. Its providers see the chunk's session, except that comparisons of a password with a
 * stored hash by {@link StoredPasswords} are not computed again.
 */
final class PasswordRules {

    private final ImportContext context;
    private final KeycloakSession session;
    private final Map<Object, Provider> providers = new HashMap<>();
    private CredentialDraft asked;

    PasswordRules(ImportContext context) {
        this.context = context;
        session = ProfileSession.proxy(KeycloakSession.class, this::answer);
    }

    /** Whether the user may have the plain password; otherwise the record is rejected. */
    boolean accept(Item<?> item, CredentialDraft credential, UserModel user) {
        asked = credential;
        PolicyError error =
                provider(PasswordPolicyManagerProvider.class, null).validate(context.realm(), user, credential.plain);
        if (error == null) {
            return true;
        }
        Object[] parameters = error.getParameters() == null ? new Object[0] : error.getParameters();
        item.reject(
                RejectCode.PASSWORD_POLICY,
                credential.pointer() + "/value",
                KeycloakMessages.of(context).format(context.session(), error.getMessage(), parameters));
        return false;
    }

    private Object answer(Object self, Method method, Object[] arguments) throws Throwable {
        if ("getProvider".equals(method.getName()) && arguments.length == 2 && arguments[1] instanceof String id) {
            if (arguments[0] == PasswordPolicyProvider.class) {
                return provider(PasswordPolicyProvider.class, id);
            }
            if (arguments[0] == PasswordHashProvider.class) {
                return hashing(context.session().getProvider(PasswordHashProvider.class, id));
            }
        }
        return call(context.session(), method, arguments);
    }

    /** Created for the session that the policies see; Keycloak closes it with its own session. */
    private <T extends Provider> T provider(Class<T> type, String id) {
        Object key = id == null ? type : id;
        if (!providers.containsKey(key)) {
            var factories = context.session().getKeycloakSessionFactory();
            var factory = id == null ? factories.getProviderFactory(type) : factories.getProviderFactory(type, id);
            Provider made = factory == null ? null : factory.create(session);
            if (made != null) {
                context.session().enlistForClose(made);
            }
            providers.put(key, made);
        }
        return type.cast(providers.get(key));
    }

    private PasswordHashProvider hashing(PasswordHashProvider provider) {
        return provider == null
                ? null
                : ProfileSession.proxy(PasswordHashProvider.class, (self, method, arguments) -> {
                    if ("verify".equals(method.getName())
                            && arguments[1] instanceof PasswordCredentialModel stored
                            && asked.plain.equals(arguments[0])) {
                        Boolean known = asked.matches.get(StoredPasswords.hash(stored));
                        if (known != null) {
                            return known;
                        }
                    }
                    return call(provider, method, arguments);
                });
    }

    private static Object call(Object target, Method method, Object[] arguments) throws Throwable {
        try {
            return method.invoke(target, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }
}
