// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0

import { holdWindow } from "../../console/leaving";
import type { Imports, Job, Order } from "./imports";

/** An order without what is to be sent. */
export type Ordered = Omit<Order, "input">;

/** An input on its way to the server, or behind it. */
export interface Upload {
    readonly order: Ordered;
    /** Of a trial: what can be sent again. Of everything else it is let go of. */
    readonly trial: Order | undefined;
    readonly state: "sending" | "sent" | "failed" | "aborted";
    readonly error?: unknown;
    /** What the server has answered. */
    readonly job?: Job | undefined;
}

/** The file is not the one that was chosen any more: it has been changed, moved or deleted. */
export class FileChangedError extends Error {}

/**
 * What has been sent since the console was opened. Uploads go on while other pages are shown; whoever closes the
 * window in the middle of one is asked whether they mean it.
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
        const upload = { order: ordered, trial: order.dryRun ? order : undefined };
        const abort = new AbortController();
        const release = holdWindow();
        this.aborts.set(order.job, abort);
        this.put({ ...upload, state: "sending" });
        const end = (how: Pick<Upload, "state" | "error" | "job">) => {
            release();
            // The same name may have been ordered again.
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
                        // Of a file that changes while it is sent, browsers say that the network has failed.
                        const reason = await requireReadable(input.body).catch((unreadable: unknown) => unreadable);
                        end({ state: "failed", error: reason ?? error });
                    }
                },
            );
    }

    /** Ends the sending of a job's input. */
    abort(job: string): void {
        this.aborts.get(job)?.abort();
    }

    private put(upload: Upload): void {
        this.all = new Map(this.all).set(upload.order.job, upload);
        this.listeners.forEach((listener) => listener());
    }
}

/** Browsers refuse to read a file that is not as it was when it was chosen. */
async function requireReadable(body: Blob): Promise<void> {
    try {
        await body.slice(0, 1).arrayBuffer();
    } catch (error) {
        throw new FileChangedError(String(error));
    }
}
