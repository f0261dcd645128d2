// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0

import { useCallback, useEffect, useState } from "react";

/** What was last asked for, or why there is nothing. */
export interface Polled<T> {
    readonly value: T | undefined;
    readonly error: unknown;
    /** Asks again at once. */
    readonly refresh: () => void;
}

/**
 * Asks, and asks again some time after each answer, unless nobody can see the page.
 *
 * @param ask is to keep its identity for as long as it asks for the same
 * @param millis between an answer and the next question; `undefined` asks once
 */
export function usePolling<T>(ask: (signal: AbortSignal) => Promise<T>, millis: number | undefined): Polled<T> {
    const [value, setValue] = useState<T>();
    const [error, setError] = useState<unknown>();
    const [round, setRound] = useState(0);

    useEffect(() => {
        const abort = new AbortController();
        ask(abort.signal)
            .then((answer) => {
                // An answer can be there before it is known that nobody wants it any more.
                if (!abort.signal.aborted) {
                    setValue(() => answer);
                    setError(undefined);
                }
            })
            .catch((reason: unknown) => {
                if (!abort.signal.aborted) {
                    setError(reason);
                }
            });
        return () => abort.abort();
    }, [ask, round]);

    const refresh = useCallback(() => setRound((last) => last + 1), []);

    useEffect(() => {
        if (millis === undefined || (value === undefined && error === undefined)) {
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
    }, [value, error, millis, refresh]);

    return { value, error, refresh };
}
