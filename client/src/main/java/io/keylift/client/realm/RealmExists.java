// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.client.realm;

import java.io.IOException;

/** A realm is there that the copy did not create, and must not change. */
public final class RealmExists extends IOException {

    private static final long serialVersionUID = 1;

    RealmExists(String name) {
        super("The server has a realm `" + name + "` that this copy did not create. Choose another name,"
                + " or use --settings to compare its settings.");
    }
}
