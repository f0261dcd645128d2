// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0

import { useEffect, useRef, useState } from "react";
import { loadLanguage, type Language } from "../language/language";
import { readAccess, type Access } from "./access";
import { ApiError, type AdminApi } from "./adminApi";
import { SignedOutError } from "./signedOut";

/** Time for which a known answer is used, whichever page is opened, in milliseconds. */
export const KNOWN_FOR = 30_000;
/** Waiting times before the next attempts after a failure, in milliseconds. The last one repeats. */
export const RETRIES = [2_000, 5_000, 15_000, 60_000] as const;

/** The administrator's access in a realm. */
export interface Known {
    readonly access: Access;
    readonly language: Language;
}

interface Found extends Known {
    readonly realm: string;
    readonly at: number;
}

export interface Knowing {
    readonly known: Known | undefined;
    /** Error of the last request. */
    readonly failure: unknown;
    readonly retry: () => void;
}

/**
 * Asks what the administrator may see in a realm. Asks again when another page is opened some time later, because roles
 * and features change, and after a failure.
 *
 * @param home realm in which the administrator signed in
 * @param address address of the current page
 * @param ready whether the console is rendered
 */
export function useAccess(api: AdminApi, home: string, realm: string, address: string, ready: boolean): Knowing {
    const [found, setFound] = useState<Found>();
    const [failure, setFailure] = useState<{ readonly error: unknown; readonly realm: string }>();
    const [attempt, setAttempt] = useState(0);
    const failures = useRef(0);
    const latest = useRef<Found>();
    latest.current = found;

    useEffect(() => {
        const before = latest.current;
        if (!ready || (before?.realm === realm && Date.now() - before.at < KNOWN_FOR)) {
            return undefined;
        }
        let current = true;
        let timer: ReturnType<typeof setTimeout> | undefined;
        readAccess(api, home, realm)
            .then(async (access) => ({ access, language: await loadLanguage(access.locale) }))
            .then(
                (known) => {
                    if (current) {
                        failures.current = 0;
                        setFailure(undefined);
                        setFound({ ...known, realm, at: Date.now() });
                    }
                },
                (error: unknown) => {
                    if (!current) {
                        return;
                    }
                    setFailure({ error, realm });
                    if (isPassing(error)) {
                        const wait = RETRIES[Math.min(failures.current++, RETRIES.length - 1)];
                        timer = setTimeout(() => setAttempt((last) => last + 1), wait);
                    }
                },
            );
        return () => {
            current = false;
            clearTimeout(timer);
        };
    }, [api, home, realm, address, ready, attempt]);

    return {
        known: found?.realm === realm ? found : undefined,
        failure: failure?.realm === realm ? failure.error : undefined,
        retry: () => setAttempt((last) => last + 1),
    };
}

/** Whether to try again: not after a sign-out, and not after a refusal by the server. */
function isPassing(error: unknown): boolean {
    return !(error instanceof SignedOutError) && !(error instanceof ApiError && error.status < 500);
}
