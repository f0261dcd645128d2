// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.formats;

import java.io.IOException;
import java.io.UncheckedIOException;

/** A conversion that cannot go on; its cause is often a {@link FormatException}, which has a code. */
public final class ConversionFailure extends UncheckedIOException {

    private static final long serialVersionUID = 1L;

    ConversionFailure(IOException cause) {
        super(cause.getMessage(), cause);
    }

    /** A stable code; {@code unreadable_input} if the input itself fails. */
    public String code() {
        return getCause() instanceof FormatException e ? e.code() : "unreadable_input";
    }
}
