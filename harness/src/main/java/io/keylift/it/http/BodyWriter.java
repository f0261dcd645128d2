// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.http;

import java.io.IOException;
import java.io.OutputStream;

/** Writes the body of a request; the caller closes the stream. */
@FunctionalInterface
public interface BodyWriter {

    void writeTo(OutputStream body) throws IOException;
}
