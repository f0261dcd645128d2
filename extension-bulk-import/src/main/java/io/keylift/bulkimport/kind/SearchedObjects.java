// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind;

import io.keylift.bulkimport.job.JobLedger;
import io.keylift.bulkimport.kind.spi.ReadContext;
import java.util.List;

/** Objects among which a run looks for those that no record of its job names. */
public interface SearchedObjects {

    /**
     * The next objects that the caller may view.
     *
     * @param after end of the page before; {@code null} for the first page
     * @param limit maximum number of objects
     */
    VisibleObjects.Page<?> visible(ReadContext context, String after, int limit);

    /** The ids among these that no record names, in their order. */
    List<String> unlisted(JobLedger ledger, List<String> ids);
}
