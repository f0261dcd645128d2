// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from "vitest";
import { stepsOf } from "../../main/web/pages/timings/plot";
import {
    runsOf,
    slicesOf,
    spanOf,
    versionChangesOf,
    type Point,
    type TimeLine,
} from "../../main/web/pages/timings/timeLine";
import { figures } from "./figures";

const START = Date.parse("2026-01-01T12:00:00Z");
const MINUTE = 60_000;

function point(minute: number, version = "1", p95 = 1): Point {
    const from = new Date(START + minute * MINUTE).toISOString();
    return { from, version, timings: figures({ count: 10, p95 }) };
}

function line(...points: readonly Point[]): TimeLine {
    return { uri: "/admin/realms", method: "GET", resolution: "minutes", points };
}

function changes(...points: readonly Point[]): string[] {
    return versionChangesOf(line(...points)).map(({ at, version }) => `${(at - START) / MINUTE}: ${version}`);
}

describe("A time line", () => {
    it("ends with the end of its last slice", () => {
        expect(spanOf(line(point(0), point(5)))).toEqual({ from: START, to: START + 6 * MINUTE });
    });

    it("has no curve over a time without requests", () => {
        const runs = runsOf(line(point(0), point(1), point(4), point(5), point(6)));
        expect(runs.map((run) => run.length)).toEqual([2, 3]);
    });

    it("has a curve for each version, also while both answer", () => {
        const runs = runsOf(line(point(0, "1"), point(1, "1"), point(1, "2"), point(2, "2")));
        expect(runs.map((run) => run.map(({ version }) => version).join(""))).toEqual(["11", "22"]);
    });

    it("counts the requests of all versions in a slice together", () => {
        const slices = slicesOf(line(point(0, "1"), point(1, "1"), point(1, "2")));
        expect(slices.map(({ count }) => count)).toEqual([10, 20]);
    });

    it("marks where another version starts, and the way back to the first", () => {
        expect(changes(point(0, "1"), point(1, "1"), point(1, "2"), point(2, "2"), point(9, "1"))).toEqual([
            "1: 2",
            "9: 1",
        ]);
        expect(changes(point(0, "1"), point(7, "1"))).toEqual([]);
    });
});

describe("A curve", () => {
    const area = { width: 100, height: 10 };
    const span = { from: START, to: START + 4 * MINUTE };
    const steps = (...run: readonly Point[]) => stepsOf(run, "minutes", span, 4, area, ({ timings }) => timings.p95);

    it("holds each figure for its slice, the highest at the top", () => {
        expect(steps(point(0, "1", 4), point(1, "1", 1))).toBe("M0 0H25V7.5H50");
    });

    it("shows a slice that stands alone", () => {
        expect(steps(point(3, "1", 2))).toBe("M75 5H100");
    });
});
