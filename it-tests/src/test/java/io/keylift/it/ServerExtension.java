// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it;

import java.util.function.Supplier;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Passes a server to tests that declare it as a parameter. The first such test starts it. The server is in the root
 * store, so JUnit closes it after the last test class.
 */
public abstract class ServerExtension<T extends AutoCloseable> implements ParameterResolver {

    private final Class<T> type;
    private final Supplier<T> start;

    protected ServerExtension(Class<T> type, Supplier<T> start) {
        this.type = type;
        this.start = start;
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == type;
    }

    @Override
    public T resolveParameter(ParameterContext parameter, ExtensionContext context) {
        return context.getRoot()
                .getStore(Namespace.create(ServerExtension.class))
                .computeIfAbsent(type, key -> start.get(), type);
    }
}
