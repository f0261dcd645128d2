// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.client.http;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/** A body of any length, written while the server reads it. */
@FunctionalInterface
public interface Body {

    /** Writes the body; a write waits while the server does not read. */
    void writeTo(OutputStream out) throws IOException;

    /** A short body. */
    static Body of(String text) {
        return out -> out.write(text.getBytes(StandardCharsets.UTF_8));
    }
}
