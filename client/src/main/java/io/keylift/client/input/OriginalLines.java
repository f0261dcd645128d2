// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.client.input;

import java.io.IOException;

/** Records that are lines. */
final class OriginalLines implements Originals {

    private final LineReader lines;
    private long number;
    private String text;

    OriginalLines(LineReader lines) {
        this.lines = lines;
    }

    @Override
    public String text(long line, long fileLine) throws IOException {
        if (fileLine > 0) {
            return null; // of a document of Keycloak, whose records are not those of the file
        }
        while (number < line) {
            Line next = lines.next();
            if (next == null) {
                return null;
            }
            number = next.number();
            text = number == line && next.whole() ? next.text() : null;
        }
        return number == line ? text : null;
    }

    @Override
    public void close() throws IOException {
        lines.close();
    }
}
