// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.support;

import io.keylift.it.ServerExtension;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;

/** Starts the server again for each test class, in case the class before has killed it. */
public final class CrashTestServerExtension extends ServerExtension<CrashTestServer> {

    public CrashTestServerExtension() {
        super(CrashTestServer.class, CrashTestServer::new);
    }

    @Override
    public CrashTestServer resolveParameter(ParameterContext parameter, ExtensionContext context) {
        CrashTestServer server = super.resolveParameter(parameter, context);
        server.ensureRunning();
        return server;
    }
}
