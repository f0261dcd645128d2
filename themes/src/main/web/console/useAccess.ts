// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0

import { useEffect, useRef, useState } from "react";
import { loadLanguage, type Language } from "../language/language";
import { readAccess, type Access } from "./access";
import { ApiError, type AdminApi } from "./adminApi";
import { SignedOutError } from "./signedOut";

/** How long what is known is not asked for again, whatever page is opened, in milliseconds. */
export const KNOWN_FOR = 30_000;
/** How long to wait before asking again after a failure, in milliseconds; the last one again and again. */
export const RETRIES = [2_000, 5_000, 15_000, 60_000] as const;

/** What is known of the administrator in a realm. */
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
    /** Why nothing is known. */
    readonly failure: unknown;
    readonly retry: () => void;
}

/**
 * Asks what the administrator may see in a realm: again when another page is opened some time later, since roles and features
 * come and go, and again after a failure.
 *
 * @param home realm that the administrator signed in to
 * @param address of the present page, of the console or ours
 * @param ready whether the console is drawn
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

/** Whether to ask again: not who is signed out, and not what the server has understood and refused. */
function isPassing(error: unknown): boolean {
    return !(error instanceof SignedOutError) && !(error instanceof ApiError && error.status < 500);
}
