// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0

import { useCallback, useRef, useState, useSyncExternalStore } from "react";
import { ApiError } from "../../console/adminApi";
import { usePolling } from "../../parts/usePolling";
import { isLive, type Imports, type Job } from "./imports";
import type { Upload, Uploads } from "./uploads";

const REFRESH_MILLIS = 1000;

export interface FollowedJob {
    /** The job; `undefined` until the server has opened it. */
    readonly job: Job | undefined;
    /** The upload of this window for the job. */
    readonly upload: Upload | undefined;
    /** Whether the realm has no job with this id. */
    readonly unknown: boolean;
    readonly error: unknown;
    readonly resting: boolean;
    readonly refresh: () => void;
}

/** Polls a job until it has ended. */
export function useJob(id: string, imports: Imports, uploads: Uploads): FollowedJob {
    const upload = useSyncExternalStore(uploads.subscribe, () => uploads.of(id));
    const ordered = upload?.order;
    const opened = useRef(ordered === undefined);
    opened.current ||= upload?.job !== undefined;
    // A resumed job shows the state of its last run until the server starts the next one.
    const begun = useRef(ordered === undefined || !ordered.named);
    const [asked, setAsked] = useState<Job | null>();
    const [unknown, setUnknown] = useState(false);
    const ask = useCallback(
        async (signal: AbortSignal): Promise<void> => {
            try {
                const job = opened.current
                    ? await imports.job(id, signal)
                    : await imports.orderedJob(id, ordered?.named ?? false, signal);
                if (!signal.aborted) {
                    opened.current ||= job !== undefined;
                    begun.current ||= job !== undefined && isLive(job);
                    setAsked(job ?? null);
                }
            } catch (error) {
                setUnknown(error instanceof ApiError && error.status === 404);
                throw error;
            }
        },
        [imports, id, ordered?.named],
    );

    const answered = upload?.job;
    const newest = answered && (!asked || asked.run < answered.run) ? answered : (asked ?? undefined);
    const sending = upload?.state === "sending";
    const job = sending && newest && !isLive(newest) && !begun.current ? undefined : newest;
    const goesOn =
        sending || (newest ? isLive(newest) || newest === answered : asked === undefined || upload?.state === "sent");
    const { error, resting, refresh } = usePolling(ask, goesOn && !unknown ? REFRESH_MILLIS : undefined);
    return { job, upload, unknown, error, resting, refresh };
}
