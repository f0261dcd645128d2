// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.place;

import java.io.IOException;

/** A client sends or reads more slowly than it must. */
public final class SlowClientException extends IOException {
    private static final long serialVersionUID = 1L;

    SlowClientException(String message) {
        super(message);
    }
}
