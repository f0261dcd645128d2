// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.spi;

import java.util.List;
import java.util.Set;

/**
 * Objects of another kind that the records of a kind change, for a kind without objects of its own. Example: records of
 * {@code user-changes} change existing users. An undo of such a job restores these objects. Records of the kind must
 * change existing objects only.
 *
 * @param <R> class of the records that change the objects
 * @param <T> class of the records of the objects
 */
public interface ChangedObjects<R, T> {

    /** The kind of the objects. It must have a source and a removal. */
    ImportKind<T, ?> kind();

    /**
     * Fields of an object that records can change, and the fields of its key. If overwriting one of these fields resets
     * another field that the record leaves out, that field belongs to them, too. None of them is a secret.
     */
    Set<String> fields();

    /**
     * Returns records with the keys of the objects that these records name, in their order. The result is equal before
     * and after the change. Locks the objects until the end of the transaction, so that no other transaction changes
     * them in between.
     */
    List<T> keys(ExportContext context, List<R> records);
}
