// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0

import { useCallback, useState } from "react";
import type { PagesProps } from "./Pages";
import { usePolling } from "./usePolling";

/** What to ask a server for of a list. */
export interface Page {
    /** How many are on the pages before. */
    readonly first: number;
    readonly max: number;
}

export interface Paged<T> {
    /** `undefined` until there is an answer. */
    readonly rows: readonly T[] | undefined;
    /** How to go to other pages. */
    readonly pages: PagesProps;
    readonly error: unknown;
    /** Whether the rows are still those of another page or list. */
    readonly stale: boolean;
    /** Whether no more is asked until the page is used again. */
    readonly resting: boolean;
    /** Asks again at once. */
    readonly refresh: () => void;
}

/**
 * One page of a list. Another list begins with its first page.
 *
 * @param list is to keep its identity for as long as it lists the same
 * @param size how many are on a page
 * @param millis between an answer and the next question; without it the page is asked for once
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
    // One more than is shown: whether there is a next page, no server says.
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
