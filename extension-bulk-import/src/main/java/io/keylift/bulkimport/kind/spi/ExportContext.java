// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.spi;

/**
 * Session, realm and caller of one page of an export, in the read-only transaction of the page. Verifications, mirrors
 * and undos pass one, too, to read objects in the transaction of a chunk. A {@link RecordSource} also reports here
 * which values and objects it leaves out.
 */
public interface ExportContext extends ReadContext {

    /**
     * Reports a field that is left out of a record, because the caller may not view its values or because no record can
     * have one of them. Call it for a field that the caller may not view even if it has no values. If one value of a
     * list or map is hidden, leave out the whole field: an import that overwrites would otherwise remove the hidden
     * values.
     *
     * @param id id of the object, as {@link RecordSource#load} received it
     * @param field name of the field in the object's record
     */
    void hidden(String id, String field);

    /** Reports an object that the caller may view, but that has no record because no import accepts it. */
    default void withoutRecord(String id) {}
}
