// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.spi;

/** An export cannot read or write the selection of its caller. The message is for the caller. */
public class SelectionException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** @param message sentence for the caller, without a full stop */
    public SelectionException(String message) {
        super(message);
    }
}
