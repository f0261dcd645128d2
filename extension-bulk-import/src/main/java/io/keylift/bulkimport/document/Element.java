// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.document;

/**
 * An element of a section, with its place in the document.
 *
 * @param text JSON; empty if it is too long
 * @param file number of the document among the sent ones, from 0
 * @param line line of the document, from 1
 * @param column column of the line, from 1
 */
record Element(byte[] text, int file, int line, int column) {

    /** An element that comes out of this one. */
    Element with(byte[] other) {
        return new Element(other, file, line, column);
    }

    boolean isTooLong() {
        return text.length == 0;
    }
}
