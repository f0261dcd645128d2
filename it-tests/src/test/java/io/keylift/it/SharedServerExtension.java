// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it;

import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Hands the {@link SharedServer} to tests that ask for it by a parameter. The first to ask starts it; it lives in the
 * root store, so JUnit closes it after the last test class. A class's realms are nobody's business once it is over.
 */
public final class SharedServerExtension implements ParameterResolver, AfterAllCallback {

    private static final Namespace NAMESPACE = Namespace.create(SharedServerExtension.class);

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == SharedServer.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        return context.getRoot()
                .getStore(NAMESPACE)
                .getOrComputeIfAbsent(key(context), key -> SharedServer.start(), SharedServer.class);
    }

    @Override
    public void afterAll(ExtensionContext context) {
        SharedServer server = context.getRoot().getStore(NAMESPACE).get(key(context), SharedServer.class);
        if (server != null) {
            server.leaveRealms();
        }
    }

    private static Class<?> key(ExtensionContext context) {
        Class<?> test = context.getRequiredTestClass();
        return test.isAnnotationPresent(OwnServer.class) ? test : SharedServer.class;
    }
}
