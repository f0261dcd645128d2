// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it;

import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ExtensionContext.Store;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Passes a {@link SharedServer} to tests that declare it as a parameter. The first such test of a server starts it. The
 * servers are in the root store, so JUnit closes them after the last test class. After each class,
 * {@link SharedServer#leaveRealms} drops what its realms would cost later classes.
 */
final class SharedServerExtension implements ParameterResolver, AfterAllCallback {

    private static final Namespace NAMESPACE = Namespace.create(SharedServerExtension.class);

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == SharedServer.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        return store(context).computeIfAbsent(key(context), key -> SharedServer.start(), SharedServer.class);
    }

    @Override
    public void afterAll(ExtensionContext context) {
        SharedServer server = store(context).get(key(context), SharedServer.class);
        if (server != null) {
            server.leaveRealms();
        }
    }

    private static Store store(ExtensionContext context) {
        return context.getRoot().getStore(NAMESPACE);
    }

    private static String key(ExtensionContext context) {
        return SharedServers.of(context.getRequiredTestClass());
    }
}
