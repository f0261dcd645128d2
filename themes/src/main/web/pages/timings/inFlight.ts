// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0

import { PHASES, type EndpointKey, type Phase } from "./timings";

/** A request that has not ended. Times are in seconds. */
export interface RequestInFlight extends EndpointKey {
    /** Time since it arrived. */
    readonly age: number;
    readonly phase: Phase;
    /** Time in this phase. */
    readonly phaseAge: number;
    /** Whether its client has disconnected. */
    readonly abandoned: boolean;
    /** Class of the monitor or lock that it waits for. */
    readonly lock?: string;
    /** Name of its realm, in realm master. */
    readonly realm?: string;
    readonly client?: string;
}

/** Answer of `GET /admin/realms/{realm}/request-timings/in-flight`. */
export interface RequestsInFlight {
    /** Absent for the requests of all realms. */
    readonly realm?: string;
    readonly at: string;
    /** Number of all requests. */
    readonly requestCount: number;
    /** Number of requests by phase; a phase without requests is absent. */
    readonly phases: Readonly<Partial<Record<Phase, number>>>;
    /** The oldest first. */
    readonly requests: readonly RequestInFlight[];
}

/** The phases with requests, those with most first. */
export function busiest({ phases }: RequestsInFlight): readonly { readonly phase: Phase; readonly count: number }[] {
    return PHASES.map((phase) => ({ phase, count: phases[phase] ?? 0 }))
        .filter(({ count }) => count > 0)
        .sort((a, b) => b.count - a.count);
}
