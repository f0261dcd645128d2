// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.export;

import io.keylift.bulkimport.kind.spi.ExportContext;
import java.util.List;
import java.util.Map;

/** Finds which objects a page has, in the transaction of the page. */
interface PageQuery {

    Found find(ExportContext context);

    /**
     * The objects of a page.
     *
     * @param ids their ids in the order of the export; {@code null} for a key that names none
     * @param records their records by id; {@code null} if they are still to be read
     * @param last position of the last object; {@code null} if there is none
     * @param isFull whether the page has as many objects as it may have
     * @param next position from which the next page continues, which is not to be shown; {@code null} if there is none
     * @param existing after the last page, how many objects all pages would have now; {@code null} before, and if that
     *     is not known
     */
    record Found(List<String> ids, Map<String, ?> records, String last, boolean isFull, String next, Long existing) {}
}
