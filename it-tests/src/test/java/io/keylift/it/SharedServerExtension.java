// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it;

import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * Hands the {@link SharedServer} to tests that ask for it by a parameter. The first to ask starts it; it lives in the
 * root store, so JUnit closes it after the last test class.
 */
public final class SharedServerExtension implements ParameterResolver {

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == SharedServer.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        Class<?> test = context.getRequiredTestClass();
        return context.getRoot()
                .getStore(Namespace.create(SharedServerExtension.class))
                .getOrComputeIfAbsent(
                        test.isAnnotationPresent(OwnServer.class) ? test : SharedServer.class,
                        key -> SharedServer.start(),
                        SharedServer.class);
    }
}
