// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.spi;

import java.util.List;
import java.util.Set;

/**
 * The objects of another kind that the records of a kind change, such as the users that single things are added to. A
 * kind without objects of its own is undone by giving these objects back. Its records change existing objects only.
 *
 * @param <R> class of the records that change the objects
 * @param <T> class of the records of the objects
 */
public interface ChangedObjects<R, T> {

    /** The kind of the objects, which can be exported and removed. */
    ImportKind<T, ?> kind();

    /**
     * The fields of an object that records can change, those of its key, and those that overwriting resets if a record
     * has one of these fields and lacks them. None of them is a secret.
     */
    Set<String> fields();

    /**
     * Records with the keys of the objects that these records name, in their order. They are the same before and after
     * the change. Locks the objects until the end of the transaction, so that nobody else changes them between the two.
     */
    List<T> keys(ExportContext context, List<R> records);
}
