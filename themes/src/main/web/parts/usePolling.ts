// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0

import { useCallback, useEffect, useState } from "react";
import { useInUse } from "./inUse";

/** What was last asked for, or why there is nothing. */
export interface Polled<T> {
    readonly value: T | undefined;
    readonly error: unknown;
    /** Whether the value is the answer to an earlier question, while the present one is on its way. */
    readonly stale: boolean;
    /** Whether no more is asked until the page is used again. */
    readonly resting: boolean;
    /** Asks again at once. */
    readonly refresh: () => void;
}

/**
 * Asks, and asks again some time after each answer, unless nobody can see the page or nobody has used it for some minutes.
 *
 * @param ask is to keep its identity for as long as it asks for the same
 * @param millis between an answer and the next question; `undefined` asks once
 */
export function usePolling<T>(ask: (signal: AbortSignal) => Promise<T>, millis: number | undefined): Polled<T> {
    const [answer, setAnswer] = useState<{ readonly value: T; readonly to: typeof ask }>();
    const [error, setError] = useState<unknown>();
    const [round, setRound] = useState(0);
    // Counts answers and failures. Their values would not do: one that is the same again draws nothing anew.
    const [settled, setSettled] = useState(0);
    const inUse = useInUse();

    useEffect(() => {
        const abort = new AbortController();
        ask(abort.signal)
            .then(
                (value) => {
                    // An answer can be there before it is known that nobody wants it any more.
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
