// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.spi;

/** Session and realm of one page of an export, and what the page cannot show. */
public interface ExportContext extends ReadContext {

    /**
     * Notes a field that is left out because the caller may not view its values, whether there are any or not, or
     * because no record can have one of them. A list or map of which one value is hidden is left out as a whole: an
     * import that overwrites would otherwise remove the hidden values.
     *
     * @param id id of the object that has the value
     * @param field field of its record
     */
    void hidden(String id, String field);

    /** Notes an object that the caller may view and no import takes, so that it has no record. */
    default void withoutRecord(String id) {}
}
