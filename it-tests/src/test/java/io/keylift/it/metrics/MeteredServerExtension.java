// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.metrics;

import io.keylift.it.ServerExtension;

final class MeteredServerExtension extends ServerExtension<MeteredServer> {

    MeteredServerExtension() {
        super(MeteredServer.class, MeteredServer::new);
    }
}
