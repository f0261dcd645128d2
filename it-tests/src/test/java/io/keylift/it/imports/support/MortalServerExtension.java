// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.support;

import io.keylift.it.ServerExtension;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;

/** Nobody gets the server dead, whatever the class before has done to it. */
public final class MortalServerExtension extends ServerExtension<MortalServer> {

    public MortalServerExtension() {
        super(MortalServer.class, MortalServer::new);
    }

    @Override
    public MortalServer resolveParameter(ParameterContext parameter, ExtensionContext context) {
        MortalServer server = super.resolveParameter(parameter, context);
        server.revive();
        return server;
    }
}
