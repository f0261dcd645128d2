// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.authentication;

import io.keylift.metrics.FailSafe;
import io.keylift.metrics.Proxies;
import java.lang.ref.Reference;
import java.lang.ref.WeakReference;
import java.lang.reflect.InvocationHandler;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongConsumer;
import java.util.function.ObjLongConsumer;
import org.keycloak.provider.Provider;
import org.keycloak.provider.ProviderFactory;

/**
 * Factories of authenticators and their products, each with all interfaces of the original, because Keycloak casts to
 * further ones such as {@code ConditionalAuthenticator}.
 */
final class TimedFactory {

    /** The methods that are a step: of {@code Authenticator}, {@code ConditionalAuthenticator}, and of clients. */
    private static final Set<String> STEPS = Set.of("authenticate", "action", "matchCondition", "authenticateClient");

    /** Most factories have a single authenticator; others are not to keep the session of the last one. */
    private record Timed(Object original, Object proxy) {}

    private TimedFactory() {}

    /**
     * Returns a factory whose authenticators are timed.
     *
     * @param ended receives the id of the factory and the duration of each step in nanoseconds
     * @param failSafe that of all steps
     */
    static ProviderFactory<?> of(ProviderFactory<?> factory, ObjLongConsumer<String> ended, FailSafe failSafe) {
        String id = factory.getId();
        AtomicReference<Reference<Timed>> last = new AtomicReference<>(new WeakReference<>(null));
        return (ProviderFactory<?>) withInterfacesOf(factory, (proxy, method, arguments) -> {
            Object answer = Proxies.pass(factory, method, arguments);
            if (!method.getName().equals("create") || !(answer instanceof Provider)) {
                return answer;
            }
            return failSafe.attempt(
                    () -> {
                        Timed known = last.get().get();
                        if (known == null || known.original != answer) {
                            LongConsumer ofStep = nanos -> failSafe.attempt(() -> ended.accept(id, nanos));
                            known = new Timed(answer, authenticator(answer, ofStep));
                            last.set(new WeakReference<>(known));
                        }
                        return known.proxy;
                    },
                    answer);
        });
    }

    private static Object authenticator(Object authenticator, LongConsumer ended) {
        return withInterfacesOf(authenticator, (proxy, method, arguments) -> {
            if (!STEPS.contains(method.getName())) {
                return Proxies.pass(authenticator, method, arguments);
            }
            long start = System.nanoTime();
            try {
                return Proxies.pass(authenticator, method, arguments);
            } finally {
                ended.accept(System.nanoTime() - start);
            }
        });
    }

    private static Object withInterfacesOf(Object original, InvocationHandler handler) {
        return Proxies.of(original.getClass().getClassLoader(), interfacesOf(original.getClass()), handler);
    }

    private static Set<Class<?>> interfacesOf(Class<?> type) {
        Set<Class<?>> interfaces = new LinkedHashSet<>();
        for (Class<?> one = type; one != null; one = one.getSuperclass()) {
            interfaces.addAll(List.of(one.getInterfaces()));
        }
        return interfaces;
    }
}
