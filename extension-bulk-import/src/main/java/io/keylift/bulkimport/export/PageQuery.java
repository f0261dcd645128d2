// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.export;

import io.keylift.bulkimport.kind.spi.ExportContext;
import java.util.List;

/** Finds which objects a page has, in the transaction of the page. */
interface PageQuery {

    Found find(ExportContext context);

    /**
     * The objects of a page.
     *
     * @param ids their ids in the order of the export; {@code null} for a key that names none
     * @param next position from which the next page continues; {@code null} if there is none
     * @param existing after the last page, how many objects all pages would have now; otherwise {@code null}
     */
    record Found(List<String> ids, String next, Long existing) {}
}
