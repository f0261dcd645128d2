// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0

import { ApiError, type Query } from "../../console/adminApi";
import type { Realm } from "../../console/realm";
import { fieldOf, type Input } from "./input";

/** A kind of record. */
export interface Kind {
    readonly kind: string;
    readonly description: string;
    /** The fields that identify a record. */
    readonly key: string;
    readonly permitted: boolean;
    readonly removable: boolean;
    /** JSON Schema of a record. */
    readonly schema?: {
        readonly properties?: Readonly<Record<string, unknown>>;
        readonly additionalProperties?: unknown;
    };
}

/** Kind of a job whose input names the kinds of its records. */
export const REALM = "realm";

const LIVE = ["RUNNING", "PAUSED"] as const;
const ENDED = ["COMPLETED", "STOPPED", "FAILED", "CANCELLED", "INTERRUPTED"] as const;
export const STATUSES = [...LIVE, ...ENDED] as const;
export type JobStatus = (typeof STATUSES)[number];

export const OUTCOMES = [
    "added",
    "updated",
    "removed",
    "skipped",
    "same",
    "different",
    "missing",
    "extra",
    "rejected",
] as const;

export const POLICIES = ["fail", "skip", "overwrite", "merge"] as const;
export type Policy = (typeof POLICIES)[number];

/** The values of `drop`: an import leaves this out of a record instead of rejecting the record. */
export const DROPS = ["unwritable-attributes", "unknown-references", "unknown-fields", "unknown-hashes"] as const;
export type Drop = (typeof DROPS)[number];

/** Which ids new objects get: those of their records, those where they are free, or generated ones. */
export const IDS = ["strict", "prefer", "ignore"] as const;
export type Ids = (typeof IDS)[number];

/** The values of `noPassword`: the treatment of new users without a credential. */
export const NO_PASSWORD = ["accept", "update"] as const;
export type NoPassword = (typeof NO_PASSWORD)[number];

/** An import. Times are milliseconds since the epoch. */
export interface Job {
    readonly id: string;
    readonly kind: string;
    readonly status: JobStatus;
    readonly op: "import" | "remove" | "verify" | "undo" | "mirror";
    readonly ifExists?: Policy;
    readonly dryRun: boolean;
    /** Number of the run. Sending the input again starts another run. */
    readonly run: number;
    readonly startedAt: number;
    readonly finishedAt?: number;
    readonly message?: string;
    readonly read: number;
    readonly added?: number;
    readonly updated?: number;
    readonly removed?: number;
    readonly skipped?: number;
    readonly same?: number;
    readonly different?: number;
    readonly missing?: number;
    readonly extra?: number;
    readonly rejected: number;
    /** Duration without pauses, in seconds. */
    readonly seconds?: number;
    readonly recordsPerSecond?: number;
    /** Share of the input that has been read, from 0 to 1. */
    readonly share?: number;
    readonly remainingSeconds?: number;
    readonly warnings?: readonly Warning[];
}

/** A warning of a job: values left out of records, or a result that is probably not intended. */
export interface Warning {
    readonly code: string;
    readonly message: string;
    /** Kind of the records of which something was left out. */
    readonly kind?: string;
    /** JSON pointer to what was left out, with `*` for the index of a list. */
    readonly pointer?: string;
    /** How often it was left out; `undefined` unless something was. */
    readonly count?: number;
    /** The first lines of which it was left out. */
    readonly lines?: readonly number[];
}

export interface Reject {
    /** Line number in NDJSON; number of the record in an array or CSV. */
    readonly line: number;
    /** Line of the file where a record of a CSV begins. */
    readonly fileLine?: number;
    /** Kind of the record, in a job of several kinds. */
    readonly kind?: string;
    readonly key?: string;
    readonly code: string;
    /** JSON pointer to the field; empty for the whole record. */
    readonly pointer: string;
    readonly message: string;
}

/** The input and options of an import. */
export interface Order {
    readonly job: string;
    /** Whether the administrator has chosen the job id, so that the job may exist already. */
    readonly named: boolean;
    /** `REALM` if the input names the kinds of its records. */
    readonly kind: string;
    readonly op: "import" | "remove";
    readonly ifExists: Policy;
    readonly dryRun: boolean;
    readonly stopOnReject: boolean;
    readonly ids: Ids;
    readonly drop: readonly Drop[];
    readonly noPassword: NoPassword;
    readonly input: Input;
    /** Pasted text, if any. */
    readonly text: string | undefined;
}

export type Move = "pause" | "resume" | "cancel";

/** Whether a job has not ended. An unknown status of a later server counts as not ended. */
export function isLive(job: Job): boolean {
    return !(ENDED as readonly string[]).includes(job.status);
}

/** Result of a completed job. */
export const VERDICTS = ["complete", "partial", "rejected", "empty"] as const;
export type Verdict = (typeof VERDICTS)[number];

/** `undefined` for a job that is not completed. */
export function verdictOf({ status, read, rejected }: Job): Verdict | undefined {
    if (status !== "COMPLETED") {
        return undefined;
    }
    if (read === 0) {
        return "empty";
    }
    return rejected === 0 ? "complete" : rejected < read ? "partial" : "rejected";
}

/** Whether objects of the kind sign in. */
export function signsIn(kind: string): boolean {
    return kind === "users" || kind === REALM;
}

/** CSV columns that are no fields of the kind: all rows would be rejected for this reason. */
export function unknownColumns({ schema }: Kind, columns: readonly string[]): readonly string[] {
    const { properties } = schema ?? {};
    if (!properties || schema?.additionalProperties !== false) {
        return [];
    }
    return columns.filter((column) => !(fieldOf(column) in properties));
}

/** Progress of a job from 0 to 1, estimated by the server; `undefined` without an estimate. */
export function progressOf(job: Job): number | undefined {
    if (job.status === "COMPLETED") {
        return 1;
    }
    if (job.share !== undefined) {
        return job.share;
    }
    if (job.remainingSeconds === undefined || job.recordsPerSecond === undefined) {
        return undefined;
    }
    const all = job.read + job.recordsPerSecond * job.remainingSeconds;
    return all === 0 ? 0 : job.read / all;
}

const BASE = "/bulk-import";

/** The parameters of an order. The server refuses a parameter that has no effect. */
function queryOf(order: Order): Query {
    return {
        job: order.job,
        op: order.op,
        dryRun: order.dryRun,
        onReject: order.stopOnReject ? "stop" : "continue",
        ...(order.op === "import" && {
            ifExists: order.ifExists,
            ids: order.ids === "strict" ? undefined : order.ids,
            drop: order.drop.length > 0 ? order.drop.join(",") : undefined,
            noPassword: signsIn(order.kind) && order.noPassword !== "accept" ? order.noPassword : undefined,
        }),
    };
}

/** The imports of a realm, according to the contract in `docs/openapi.yaml`. */
export class Imports {
    constructor(private readonly realm: Realm) {}

    kinds(signal?: AbortSignal): Promise<readonly Kind[]> {
        return this.realm.get(`${BASE}/kinds`, undefined, signal);
    }

    /** Newest first. */
    jobs(query: Query, signal?: AbortSignal): Promise<readonly Job[]> {
        return this.realm.get(`${BASE}/jobs`, query, signal);
    }

    job(id: string, signal?: AbortSignal): Promise<Job> {
        return this.realm.get(`${BASE}/jobs/${encodeURIComponent(id)}`, undefined, signal);
    }

    /**
     * A job that has just been ordered: `undefined` while the server has not opened it.
     *
     * @param named whether it may be an older one that goes on: such a one is asked for itself. A new one is looked for among
     *   the newest, since browsers report an answer of 404 as an error.
     */
    async orderedJob(id: string, named: boolean, signal?: AbortSignal): Promise<Job | undefined> {
        if (!named) {
            return (await this.jobs({ max: 50 }, signal)).find((job) => job.id === id);
        }
        try {
            return await this.job(id, signal);
        } catch (error) {
            if (error instanceof ApiError && error.status === 404) {
                return undefined;
            }
            throw error;
        }
    }

    /**
     * Sends the input, and is done when the server has all of it. The import has then just begun, is under way or
     * has ended. Its progress is that of the job: a browser does not read an answer before it has sent the whole request.
     *
     * @returns the job as it is then, unless the server answers with lines of results
     */
    async start(order: Order, signal?: AbortSignal): Promise<Job | undefined> {
        const { input } = order;
        const path = order.kind === REALM ? BASE : `${BASE}/${encodeURIComponent(order.kind)}`;
        const answer = await this.realm.send(path, {
            method: "POST",
            query: queryOf(order),
            headers: {
                "Content-Type": input.contentType,
                Prefer: "respond-async",
                ...(input.gzip && { "Content-Encoding": "gzip" }),
            },
            body: input.body,
            ...(signal && { signal }),
        });
        if (answer.status === 202) {
            return (await answer.json()) as Job;
        }
        // The job has the same figures as these lines. The response is read to its end, because otherwise the
        // connection would break.
        await answer.body?.pipeTo(new WritableStream());
        return undefined;
    }

    async move(id: string, move: Move): Promise<void> {
        await this.realm.send(`${BASE}/jobs/${encodeURIComponent(id)}/${move}`, { method: "POST" });
    }

    async remove(id: string): Promise<void> {
        await this.realm.send(`${BASE}/jobs/${encodeURIComponent(id)}`, { method: "DELETE" });
    }

    /** All rejects of a job as NDJSON. */
    rejects(id: string, signal?: AbortSignal): Promise<Response> {
        return this.realm.send(`${BASE}/jobs/${encodeURIComponent(id)}/rejects`, { ...(signal && { signal }) });
    }
}
