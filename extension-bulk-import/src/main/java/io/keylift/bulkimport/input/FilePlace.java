// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.input;

/**
 * Where a record begins in the file that was sent, if the number of the record does not say so.
 *
 * @param file name of the file in an archive; {@code null} if the body is the file
 * @param line line of the file, from 1
 * @param column column of the line, from 1; 0 if a record begins with its line
 */
public record FilePlace(String file, long line, int column) {

    /** The line of the body; {@code null} if the record comes from a file in an archive. */
    Long lineOfBody() {
        return file == null ? line : null;
    }

    /** The place as a sentence, to follow another one; empty if a record begins with its line. */
    public String sentence() {
        return column == 0
                ? ""
                : " The record begins in line " + line + ", column " + column + " of the file"
                        + (file == null ? "." : " " + file + ".");
    }
}
