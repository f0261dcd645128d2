// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.export;

import java.io.IOException;
import java.io.OutputStream;

/** An export that has begun. It must be written or closed. */
public interface StreamedExport extends AutoCloseable {

    /** Writes the whole export and, where the format has one, a last line with its status. */
    void writeTo(OutputStream out) throws IOException;

    /** Releases the place of this export on its node. */
    @Override
    void close();
}
