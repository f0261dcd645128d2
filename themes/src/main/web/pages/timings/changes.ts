// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0

import type { Endpoint, EndpointKey } from "./timings";

/** The baselines of a comparison with current requests. */
export const COMPARES = ["version", "yesterday", "node"] as const;
export type Compare = (typeof COMPARES)[number];

/** Figures that can be told as doubled. */
export type Figure = "statements" | "p95";

/** Which requests are on a side of a comparison. */
export interface Side {
    /** Absent for all versions. */
    readonly version?: string;
    /** Absent for several nodes. */
    readonly node?: string;
    readonly from: string;
    readonly to: string;
}

/** The change of an endpoint between two periods. */
export interface Change extends EndpointKey {
    /** Figures that at least doubled, by an amount that matters. */
    readonly doubled: readonly Figure[];
    /** Absent if there are few requests, or the figure was 0. */
    readonly statementsFactor?: number;
    readonly p95Factor?: number;
    /** Absent if there are no requests on this side. */
    readonly now?: Endpoint;
    readonly before?: Endpoint;
}

/** Answer of `GET /admin/realms/{realm}/request-timings?compare=…`. */
export interface Comparison {
    readonly compare: Compare;
    readonly now: Side;
    /** Absent if the history has nothing to compare with. */
    readonly before?: Side;
    readonly endpointCount: number;
    /** The worst change first; then the endpoints with few requests. */
    readonly endpoints: readonly Change[];
}

export function factorOf(change: Change, figure: Figure): number | undefined {
    return figure === "statements" ? change.statementsFactor : change.p95Factor;
}
