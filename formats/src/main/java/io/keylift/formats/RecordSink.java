// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.formats;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;

/** Takes what a reader finds in a file. */
interface RecordSink {

    /**
     * A record.
     *
     * @param line line where it begins, 0 if unknown
     * @param at path of the list that it is an element of, such as {@code /Users}; empty for the file itself
     * @param parent fields of the enclosing object that came before the list
     */
    void record(ObjectNode value, long line, String at, ObjectNode parent) throws IOException;

    /** A record that cannot be read. */
    void problem(String code, String message, long line, boolean last) throws IOException;
}
