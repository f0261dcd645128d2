// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports;

import io.keylift.it.ServerExtension;

final class TunedServerExtension extends ServerExtension<TunedServer> {

    TunedServerExtension() {
        super(TunedServer.class, TunedServer::new);
    }
}
