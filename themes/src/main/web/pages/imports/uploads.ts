// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0

import { holdWindow } from "../../console/leaving";
import type { Imports, Job, Order } from "./imports";

/** An order without its input. */
export type Ordered = Omit<Order, "input">;

/** An upload that is running or has ended. */
export interface Upload {
    readonly order: Ordered;
    /** The order of a dry run, which can be sent again; `undefined` for others, so that the input can be freed. */
    readonly dryRunOrder: Order | undefined;
    readonly state: "sending" | "sent" | "failed" | "aborted";
    readonly error?: unknown;
    /** The job in the server's response. */
    readonly job?: Job | undefined;
}

/** The file was changed, moved or deleted after it was chosen. */
export class FileChangedError extends Error {}

/**
 * The uploads since the console was opened. They continue while other pages are shown; the browser asks before the
 * window is closed during an upload.
 */
export class Uploads {
    private all: ReadonlyMap<string, Upload> = new Map();
    private readonly listeners = new Set<() => void>();
    private readonly aborts = new Map<string, AbortController>();

    constructor(private readonly imports: Imports) {}

    readonly subscribe = (listener: () => void): (() => void) => {
        this.listeners.add(listener);
        return () => this.listeners.delete(listener);
    };

    of(job: string): Upload | undefined {
        return this.all.get(job);
    }

    start(order: Order): void {
        const { input, ...ordered } = order;
        const upload = { order: ordered, dryRunOrder: order.dryRun ? order : undefined };
        const abort = new AbortController();
        const release = holdWindow();
        this.aborts.set(order.job, abort);
        this.put({ ...upload, state: "sending" });
        const end = (how: Pick<Upload, "state" | "error" | "job">) => {
            release();
            // The job id may have been used again.
            if (this.aborts.get(order.job) === abort) {
                this.aborts.delete(order.job);
                this.put({ ...upload, ...how });
            }
        };
        requireReadable(input.body)
            .then(() => this.imports.start(order, abort.signal))
            .then(
                (job) => end({ state: "sent", job }),
                async (error: unknown) => {
                    if (abort.signal.aborted) {
                        end({ state: "aborted" });
                    } else {
                        // If a file changes during the upload, browsers report a network failure.
                        const reason = await requireReadable(input.body).catch((unreadable: unknown) => unreadable);
                        end({ state: "failed", error: reason ?? error });
                    }
                },
            );
    }

    /** Aborts the upload of a job. */
    abort(job: string): void {
        this.aborts.get(job)?.abort();
    }

    private put(upload: Upload): void {
        this.all = new Map(this.all).set(upload.order.job, upload);
        this.listeners.forEach((listener) => listener());
    }
}

/** Browsers refuse to read a file that has changed since it was chosen. */
async function requireReadable(body: Blob): Promise<void> {
    try {
        await body.slice(0, 1).arrayBuffer();
    } catch (error) {
        throw new FileChangedError(String(error));
    }
}
