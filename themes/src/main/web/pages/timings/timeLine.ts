// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0

import type { Endpoint, EndpointKey } from "./timings";

export const RESOLUTIONS = ["minutes", "hours", "days"] as const;
export type Resolution = (typeof RESOLUTIONS)[number];

/** Length of a slice in milliseconds. */
export const SLICE_MILLIS: Readonly<Record<Resolution, number>> = {
    minutes: 60_000,
    hours: 3_600_000,
    days: 86_400_000,
};

/** The requests of a slice of time that servers of one version answered. */
export interface Point {
    /** Beginning of the slice, ISO 8601. */
    readonly from: string;
    readonly version: string;
    readonly timings: Endpoint;
}

/** Answer of `GET /admin/realms/master/request-timings/time-line`. */
export interface TimeLine extends EndpointKey {
    readonly resolution: Resolution;
    /** The earliest first. There are none of slices without requests. */
    readonly points: readonly Point[];
}

/** A time, in milliseconds. */
export interface Span {
    readonly from: number;
    readonly to: number;
}

export function startOf(point: Point): number {
    return Date.parse(point.from);
}

/** From the first slice to the end of the last one. */
export function spanOf({ points, resolution }: TimeLine): Span {
    const starts = points.map(startOf);
    return { from: Math.min(...starts), to: Math.max(...starts) + SLICE_MILLIS[resolution] };
}

/** The points of each version in runs without a gap: a curve must not cross a time without requests. */
export function runsOf({ points, resolution }: TimeLine): readonly (readonly Point[])[] {
    const runs: Point[][] = [];
    const open = new Map<string, Point[]>();
    for (const point of points) {
        const run = open.get(point.version);
        const last = run?.at(-1);
        if (run && last && startOf(point) - startOf(last) === SLICE_MILLIS[resolution]) {
            run.push(point);
        } else {
            const begun = [point];
            runs.push(begun);
            open.set(point.version, begun);
        }
    }
    return runs;
}

/** Slices with their requests of all versions. */
export function slicesOf({
    points,
}: TimeLine): readonly { readonly start: number; readonly count: number; readonly versions: readonly string[] }[] {
    const slices = new Map<number, Point[]>();
    for (const point of points) {
        slices.set(startOf(point), [...(slices.get(startOf(point)) ?? []), point]);
    }
    return [...slices].map(([start, own]) => ({
        start,
        count: own.reduce((sum, { timings }) => sum + timings.count, 0),
        versions: own.map(({ version }) => version),
    }));
}

/** A time from which on servers of another version answer. */
export interface VersionChange {
    readonly at: number;
    readonly version: string;
}

/** Where a version answers that did not in the slice before: after an update, and after the way back. */
export function versionChangesOf(line: TimeLine): readonly VersionChange[] {
    const slices = slicesOf(line);
    return slices
        .slice(1)
        .flatMap(({ start, versions }, index) =>
            versions
                .filter((version) => !slices[index]?.versions.includes(version))
                .map((version) => ({ at: start, version })),
        );
}
