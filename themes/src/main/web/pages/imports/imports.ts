// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0

import type { Query } from "../../console/adminApi";
import type { Realm } from "../../console/realm";
import type { Input } from "./input";

/** Something that can be imported. */
export interface Kind {
    readonly kind: string;
    readonly description: string;
    /** The fields that identify a record. */
    readonly key: string;
    readonly permitted: boolean;
    readonly removable: boolean;
}

export const STATUSES = ["RUNNING", "PAUSED", "COMPLETED", "STOPPED", "FAILED", "CANCELLED", "INTERRUPTED"] as const;
export type JobStatus = (typeof STATUSES)[number];

export const OUTCOMES = ["added", "updated", "removed", "skipped", "rejected"] as const;

export const POLICIES = ["fail", "skip", "overwrite", "merge"] as const;
export type Policy = (typeof POLICIES)[number];

/** An import. Times are milliseconds since the epoch. */
export interface Job {
    readonly id: string;
    readonly kind: string;
    readonly status: JobStatus;
    readonly op: "import" | "remove";
    readonly ifExists?: Policy;
    readonly dryRun: boolean;
    readonly startedAt: number;
    readonly finishedAt?: number;
    readonly message?: string;
    readonly read: number;
    readonly added?: number;
    readonly updated?: number;
    readonly removed?: number;
    readonly skipped: number;
    readonly rejected: number;
    readonly recordsPerSecond?: number;
    readonly remainingSeconds?: number;
}

export interface Reject {
    /** Line in a file of lines; number of the record in an array or CSV. */
    readonly line: number;
    readonly key?: string;
    readonly code: string;
    /** To the part of the record at fault; empty for the record as a whole. */
    readonly pointer: string;
    readonly message: string;
}

/** What an import is to do, and with what. */
export interface Order {
    readonly job: string;
    readonly kind: string;
    readonly op: "import" | "remove";
    readonly ifExists: Policy;
    readonly dryRun: boolean;
    readonly stopOnReject: boolean;
    readonly input: Input;
}

export type Move = "pause" | "resume" | "cancel";

export function isLive(job: Job): boolean {
    return job.status === "RUNNING" || job.status === "PAUSED";
}

/** What of a job is done, from 0 to 1, by the server's own estimate; `undefined` where it has none. */
export function progressOf(job: Job): number | undefined {
    if (job.status === "COMPLETED") {
        return 1;
    }
    if (job.remainingSeconds === undefined || job.recordsPerSecond === undefined) {
        return undefined;
    }
    const all = job.read + job.recordsPerSecond * job.remainingSeconds;
    return all === 0 ? 0 : job.read / all;
}

const BASE = "/bulk-import";

/** The imports of a realm, by the contract in `docs/openapi.yaml`. */
export class Imports {
    constructor(private readonly realm: Realm) {}

    kinds(signal?: AbortSignal): Promise<readonly Kind[]> {
        return this.realm.get(`${BASE}/kinds`, undefined, signal);
    }

    /** The newest first. */
    jobs(query: Query, signal?: AbortSignal): Promise<readonly Job[]> {
        return this.realm.get(`${BASE}/jobs`, query, signal);
    }

    job(id: string, signal?: AbortSignal): Promise<Job> {
        return this.realm.get(`${BASE}/jobs/${encodeURIComponent(id)}`, undefined, signal);
    }

    /** A job that has just been ordered: `undefined` while the server has not opened it. */
    async newJob(id: string, signal?: AbortSignal): Promise<Job | undefined> {
        return (await this.jobs({ max: 50 }, signal)).find((job) => job.id === id);
    }

    /**
     * Sends the input, and is done when the server has all of it. The import has then just begun, is under way or
     * has ended. Its progress
     * is that of the job: a browser does not read an answer before it has sent the whole request.
     */
    async start(order: Order): Promise<void> {
        const { input } = order;
        await this.realm.send(`${BASE}/${encodeURIComponent(order.kind)}`, {
            method: "POST",
            query: {
                job: order.job,
                op: order.op,
                dryRun: order.dryRun,
                onReject: order.stopOnReject ? "stop" : "continue",
                ifExists: order.op === "import" ? order.ifExists : undefined,
            },
            headers: {
                "Content-Type": input.contentType,
                Prefer: "respond-async",
                ...(input.gzip && { "Content-Encoding": "gzip" }),
            },
            body: input.body,
        });
    }

    async move(id: string, move: Move): Promise<void> {
        await this.realm.send(`${BASE}/jobs/${encodeURIComponent(id)}/${move}`, { method: "POST" });
    }

    async remove(id: string): Promise<void> {
        await this.realm.send(`${BASE}/jobs/${encodeURIComponent(id)}`, { method: "DELETE" });
    }

    /** All rejects of a job as lines of JSON. */
    rejects(id: string, signal?: AbortSignal): Promise<Response> {
        return this.realm.send(`${BASE}/jobs/${encodeURIComponent(id)}/rejects`, { ...(signal && { signal }) });
    }
}
