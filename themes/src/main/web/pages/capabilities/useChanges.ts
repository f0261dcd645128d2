// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0

import { useCallback, useRef, useState } from "react";
import type { Assignments, Capabilities, Change } from "./capabilities";

interface Changes {
    /** Ids of entries with a running change. */
    readonly pending: ReadonlySet<string>;
    /**
     * Changes the role when all earlier changes are done.
     *
     * @throws ApiError with status 412 if the role has changed in the meantime
     */
    readonly change: (wanted: Change) => Promise<void>;
}

/**
 * Changes a role, one change after the other. Each change is based on the revision of the one before, or on the last
 * fetched one.
 *
 * @param seen assignments when they were last fetched
 * @param refresh fetches them again
 */
export function useChanges(
    role: string,
    capabilities: Capabilities,
    seen: Assignments | undefined,
    refresh: () => void,
): Changes {
    const [pending, setPending] = useState<ReadonlySet<string>>(new Set());
    const last = useRef<Promise<unknown>>(Promise.resolve());
    const running = useRef(0);
    const revision = useRef<{ of: Assignments | undefined; value: string }>({ of: undefined, value: "" });
    if (revision.current.of !== seen && seen) {
        revision.current.of = seen;
        // Answers that arrive during changes are outdated.
        if (running.current === 0) {
            revision.current.value = seen.revision;
        }
    }

    const change = useCallback(
        async (wanted: Change) => {
            const ids = [...(wanted.add ?? []), ...(wanted.remove ?? [])];
            setPending((before) => new Set([...before, ...ids]));
            running.current++;
            const done = last.current.then(async () => {
                revision.current.value = await capabilities.change(role, revision.current.value, wanted);
            });
            last.current = done.catch(() => undefined);
            try {
                await done;
            } finally {
                setPending((before) => new Set([...before].filter((id) => !ids.includes(id))));
                // An answer between two changes would be outdated on arrival.
                if (--running.current === 0) {
                    refresh();
                }
            }
        },
        [role, capabilities, refresh],
    );
    return { pending, change };
}
