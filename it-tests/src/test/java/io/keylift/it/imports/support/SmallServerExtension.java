// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.support;

import io.keylift.it.ServerExtension;

public final class SmallServerExtension extends ServerExtension<SmallServer> {

    public SmallServerExtension() {
        super(SmallServer.class, SmallServer::new);
    }
}
