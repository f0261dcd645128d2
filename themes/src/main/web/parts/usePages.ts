// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0

import { useCallback, useState } from "react";
import type { PagesProps } from "./Pages";
import { usePolling } from "./usePolling";

/** The range of a list to request. */
export interface Page {
    /** Number of rows on the pages before. */
    readonly first: number;
    readonly max: number;
}

export interface Paged<T> {
    /** The rows; `undefined` until the first answer. */
    readonly rows: readonly T[] | undefined;
    /** Properties of the paging buttons. */
    readonly pages: PagesProps;
    readonly error: unknown;
    /** Whether the rows belong to another page or list. */
    readonly stale: boolean;
    /** Whether polling is suspended until the page is used again. */
    readonly resting: boolean;
    /** Requests the data again at once. */
    readonly refresh: () => void;
}

/**
 * One page of a list. A new list starts with its first page.
 *
 * @param list requests a page; must keep its identity for the same list
 * @param size number of rows per page
 * @param millis time between an answer and the next request; without it, one request
 */
export function usePages<T>(
    list: (page: Page, signal: AbortSignal) => Promise<readonly T[]>,
    size: number,
    millis?: number,
): Paged<T> {
    const [place, setPlace] = useState({ list, first: 0 });
    if (place.list !== list) {
        setPlace({ list, first: 0 });
    }
    const { first } = place;
    // Requests one row more than it shows, because no answer says whether there is a next page.
    const ask = useCallback((signal: AbortSignal) => list({ first, max: size + 1 }, signal), [list, first, size]);
    const { value, error, stale, resting, refresh } = usePolling(ask, millis);
    return {
        rows: value?.slice(0, size),
        pages: {
            first,
            size,
            more: value !== undefined && value.length > size,
            onFirst: (next) => setPlace({ list, first: next }),
        },
        error,
        stale,
        resting,
        refresh,
    };
}
