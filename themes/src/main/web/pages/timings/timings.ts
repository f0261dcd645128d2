// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0

/** Phases in the order of the bar. */
export const PHASES = [
    "queue",
    "pool_wait",
    "sql",
    "commit",
    "infinispan",
    "ldap",
    "http",
    "smtp",
    "hash",
    "cpu",
    "gc",
    "client",
    "blocked",
    "parked",
    "rest",
] as const;
export type Phase = (typeof PHASES)[number];

/** The key of an endpoint. */
export interface EndpointKey {
    /** Path template. */
    readonly uri: string;
    readonly method: string;
    /** Of token requests alone. */
    readonly grantType?: string;
}

/** Figures of one endpoint. Times are in seconds. */
export interface Endpoint extends EndpointKey {
    readonly count: number;
    readonly total: number;
    readonly mean: number;
    readonly p50: number;
    readonly p95: number;
    readonly p99: number;
    readonly max: number;
    /** Mean number of SQL statements. */
    readonly statements: number;
    /** Mean number of bytes that the request's thread allocates. */
    readonly allocated: number;
    /** Mean time in each phase. */
    readonly phases: Readonly<Record<Phase, number>>;
}

/** Answer of `GET /admin/realms/{realm}/request-timings`. */
export interface Timings {
    /** Absent for the requests of all realms. */
    readonly realm?: string;
    /** Names of the nodes, if the requests are those of all nodes. */
    readonly nodes?: readonly string[];
    readonly from: string;
    readonly to: string;
    readonly endpointCount: number;
    readonly endpoints: readonly Endpoint[];
}

export const COLUMNS = ["count", "total", "mean", "p50", "p95", "p99", "max", "statements", "allocated"] as const;
export type Column = (typeof COLUMNS)[number];

/** Sort keys of endpoints. */
export type SortKey = "endpoint" | Column | Phase;

export interface Order {
    readonly key: SortKey;
    readonly ascending: boolean;
}

/** Reverses the direction for the same key. A new key starts ascending for names and descending for figures. */
export function nextOrder(order: Order, key: SortKey): Order {
    return { key, ascending: order.key === key ? !order.ascending : key === "endpoint" };
}

/** @param filter part of a method and path, case-insensitive */
export function arrange(endpoints: readonly Endpoint[], order: Order, filter: string): readonly Endpoint[] {
    const wanted = filter.trim().toLowerCase();
    const direction = order.ascending ? 1 : -1;
    return endpoints
        .filter((endpoint) => nameOf(endpoint).toLowerCase().includes(wanted))
        .sort((a, b) => direction * compare(a, b, order.key) || nameOf(a).localeCompare(nameOf(b)));
}

/** Phases below this share are not drawn: one pixel would exaggerate them. */
const LEAST_SHARE = 0.005;

/** The phases of an endpoint's mean request that take time. */
export function phasesOf({ phases }: Endpoint): readonly Phase[] {
    const whole = PHASES.reduce((sum, phase) => sum + phases[phase], 0);
    return PHASES.filter((phase) => phases[phase] > 0 && phases[phase] >= LEAST_SHARE * whole);
}

/** Method, path and, of token requests, the grant type. */
export function nameOf(endpoint: EndpointKey): string {
    const name = `${endpoint.method} ${endpoint.uri}`;
    return endpoint.grantType === undefined ? name : `${name} ${endpoint.grantType}`;
}

function compare(a: Endpoint, b: Endpoint, key: SortKey): number {
    return key === "endpoint" ? a.uri.localeCompare(b.uri) : figure(a, key) - figure(b, key);
}

function figure(endpoint: Endpoint, key: Exclude<SortKey, "endpoint">): number {
    return isPhase(key) ? endpoint.phases[key] : endpoint[key];
}

function isPhase(key: string): key is Phase {
    return (PHASES as readonly string[]).includes(key);
}
