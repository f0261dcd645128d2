// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.formats;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** A file to convert: as it is, gzipped, or a ZIP archive whose entries are read one after the other. */
public interface Input {

    /** Name in messages, such as that of the file. */
    String name();

    /** Opens the input at its beginning. A mapping of two passes opens it twice. */
    InputStream open() throws IOException;

    /** A file of this machine. */
    static Input of(Path file) {
        return of(file.toString(), () -> Files.newInputStream(file));
    }

    /** Bytes that can be opened again, such as a download or the copy of the standard input. */
    static Input of(String name, Opening opening) {
        return new Input() {
            @Override
            public String name() {
                return name;
            }

            @Override
            public InputStream open() throws IOException {
                return opening.open();
            }
        };
    }

    /** Opens bytes at their beginning. */
    @FunctionalInterface
    interface Opening {
        InputStream open() throws IOException;
    }
}
