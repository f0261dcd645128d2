// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0

import { useCallback, useEffect, useState } from "react";
import { useInUse } from "./inUse";

/** The last answer, or the error. */
export interface Polled<T> {
    readonly value: T | undefined;
    readonly error: unknown;
    /** Whether the value belongs to an earlier request while the current one runs. */
    readonly stale: boolean;
    /** Whether polling is suspended until the page is used again. */
    readonly resting: boolean;
    /** Requests the data again at once. */
    readonly refresh: () => void;
}

/**
 * Requests data repeatedly, except while the page is hidden or has been idle for some minutes.
 *
 * @param ask requests the data; must keep its identity for the same data
 * @param millis time between an answer and the next request; `undefined` for one request
 */
export function usePolling<T>(ask: (signal: AbortSignal) => Promise<T>, millis: number | undefined): Polled<T> {
    const [answer, setAnswer] = useState<{ readonly value: T; readonly to: typeof ask }>();
    const [error, setError] = useState<unknown>();
    const [round, setRound] = useState(0);
    // Counts answers and failures, because an equal value would not cause a render.
    const [settled, setSettled] = useState(0);
    const inUse = useInUse();

    useEffect(() => {
        const abort = new AbortController();
        ask(abort.signal)
            .then(
                (value) => {
                    // An answer can arrive after the request was aborted.
                    if (!abort.signal.aborted) {
                        setAnswer({ value, to: ask });
                        setError(undefined);
                    }
                },
                (reason: unknown) => {
                    if (!abort.signal.aborted) {
                        setError(reason);
                    }
                },
            )
            .finally(() => {
                if (!abort.signal.aborted) {
                    setSettled((last) => last + 1);
                }
            });
        return () => abort.abort();
    }, [ask, round]);

    const refresh = useCallback(() => setRound((last) => last + 1), []);

    useEffect(() => {
        if (millis === undefined || settled === 0 || !inUse) {
            return undefined;
        }
        const again = () => {
            if (!document.hidden) {
                refresh();
            }
        };
        const timer = setTimeout(again, millis);
        document.addEventListener("visibilitychange", again);
        return () => {
            clearTimeout(timer);
            document.removeEventListener("visibilitychange", again);
        };
    }, [settled, millis, inUse, refresh]);

    return {
        value: answer?.value,
        error,
        stale: answer !== undefined && answer.to !== ask && error === undefined,
        resting: millis !== undefined && !inUse,
        refresh,
    };
}
