// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.document;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;

/** Takes the records that the elements of a section become. */
interface Lines {

    /** A record of the section that is being read. */
    void add(ObjectNode record) throws IOException;

    /** A record of an object that Keycloak has made with the realm or with another object: only differences count. */
    void merge(ObjectNode record) throws IOException;

    /** A record of this section, or of one that comes later. */
    void add(Section section, ObjectNode record) throws IOException;

    /** Adds the line of a record that is too long to be read. */
    void addTooLong(Section section) throws IOException;
}
