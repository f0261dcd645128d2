// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.clients;

import io.keylift.bulkimport.kind.shared.reference.Rights;
import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.kind.spi.RejectCode;
import io.keylift.bulkimport.kind.spi.Violation;

/**
 * The caller's permissions to add clients and to know about them. A caller who manages some clients does not learn
 * which others exist.
 */
final class ClientRights {

    static final Violation FORBIDDEN = new Violation(
            RejectCode.FORBIDDEN,
            "/clientId",
            "The caller does not have permission to manage a client with this client id");

    private final ImportContext context;
    private final boolean all;

    ClientRights(ImportContext context) {
        this.context = context;
        all = context.permissions().clients().canManage();
    }

    /** Whether the caller may know about this client; {@code null} stands for a new one. */
    boolean mayName(String id) {
        return all || (id != null && Rights.of(context).mayManageClient(context, id));
    }
}
