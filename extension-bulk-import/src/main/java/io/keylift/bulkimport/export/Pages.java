// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.export;

/** The pages of one export, one after the other. */
interface Pages {

    /** The first page, which may be empty. */
    PageQuery first();

    /**
     * The page behind another.
     *
     * @param before the page before
     * @return {@code null} if there are no more
     */
    PageQuery next(PageQuery.Found before);
}
