// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0

import { useCallback, useRef, useState } from "react";
import type { Assignments, Capabilities, Change } from "./capabilities";

interface Changes {
    /** Ids of what is being changed. */
    readonly pending: ReadonlySet<string>;
    /**
     * Changes the role as soon as the changes before are done.
     *
     * @throws ApiError with status 412 if somebody else has changed the role since it was last seen
     */
    readonly change: (wanted: Change) => Promise<void>;
}

/**
 * Changes of a role, one after the other: each holds for the revision that the one before it has led to, or that was last seen.
 *
 * @param seen what the role had when it was last asked for
 * @param refresh asks for it again
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
        // While changes are under way, what was asked for before them is old.
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
                // What is asked for between two changes would be old when it comes.
                if (--running.current === 0) {
                    refresh();
                }
            }
        },
        [role, capabilities, refresh],
    );
    return { pending, change };
}
