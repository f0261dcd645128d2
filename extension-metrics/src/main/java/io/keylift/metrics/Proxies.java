// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Collection;
import java.util.Set;

/** Proxies for objects of which only the interfaces are known. */
public final class Proxies {

    private Proxies() {}

    /** Returns a proxy with one interface. */
    public static <T> T of(Class<T> type, InvocationHandler handler) {
        return type.cast(of(Proxies.class.getClassLoader(), Set.of(type), handler));
    }

    /**
     * Returns a proxy. It equals only itself.
     *
     * @param handler called for all methods but {@code equals}
     */
    public static Object of(ClassLoader loader, Collection<Class<?>> interfaces, InvocationHandler handler) {
        return Proxy.newProxyInstance(
                loader,
                interfaces.toArray(Class<?>[]::new),
                (proxy, method, arguments) -> method.getName().equals("equals")
                        ? proxy == arguments[0]
                        : handler.invoke(proxy, method, arguments));
    }

    /** Calls a method of the original. Returns what it returns, and throws what it throws. */
    public static Object pass(Object original, Method method, Object[] arguments) throws Throwable {
        try {
            return method.invoke(original, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
    }
}
