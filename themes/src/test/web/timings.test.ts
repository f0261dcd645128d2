// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from "vitest";
import {
    arrange,
    nameOf,
    nextOrder,
    phasesOf,
    type Endpoint,
    type SortKey,
} from "../../main/web/pages/timings/timings";
import { figures, NONE } from "./figures";

function endpoint(method: string, uri: string, count: number, sql: number): Endpoint {
    return figures({ method, uri, count, total: count, phases: { ...NONE, sql, rest: 1 } });
}

const ENDPOINTS = [
    endpoint("GET", "/realms/{realm}", 5, 0.1),
    endpoint("POST", "/admin/realms", 9, 0.3),
    endpoint("GET", "/admin/realms", 9, 0.2),
];

function names(key: SortKey, ascending: boolean, filter = ""): string[] {
    return arrange(ENDPOINTS, { key, ascending }, filter).map(nameOf);
}

describe("Endpoints", () => {
    it("are sorted by a figure, by name where it is the same", () => {
        expect(names("count", false)).toEqual(["GET /admin/realms", "POST /admin/realms", "GET /realms/{realm}"]);
        expect(names("count", true)).toEqual(["GET /realms/{realm}", "GET /admin/realms", "POST /admin/realms"]);
    });

    it("are sorted by a phase", () => {
        expect(names("sql", false)).toEqual(["POST /admin/realms", "GET /admin/realms", "GET /realms/{realm}"]);
    });

    it("have a row for each grant type, found by it", () => {
        const token = endpoint("POST", "/token", 1, 0);
        const rows = [
            { ...token, grantType: "refresh_token" },
            { ...token, grantType: "password" },
        ];
        expect(arrange(rows, { key: "count", ascending: true }, "").map(nameOf)).toEqual([
            "POST /token password",
            "POST /token refresh_token",
        ]);
        expect(arrange(rows, { key: "count", ascending: true }, "refresh")).toEqual([rows[0]]);
    });

    it("are found by a part of their path or by their method", () => {
        expect(names("endpoint", true, " ADMIN ")).toEqual(["GET /admin/realms", "POST /admin/realms"]);
        expect(names("endpoint", true, "post /")).toEqual(["POST /admin/realms"]);
    });
});

describe("The next order", () => {
    it("turns round the same key and begins with the most of another", () => {
        const byCount = nextOrder({ key: "total", ascending: false }, "count");
        expect(byCount).toEqual({ key: "count", ascending: false });
        expect(nextOrder(byCount, "count")).toEqual({ key: "count", ascending: true });
        expect(nextOrder(byCount, "endpoint")).toEqual({ key: "endpoint", ascending: true });
    });
});

describe("The phases of an endpoint", () => {
    it("are those that take some share of its time", () => {
        const phases = { ...NONE, pool_wait: 0.000004, sql: 0.4, commit: 0.004, rest: 0.6 };
        expect(phasesOf({ ...endpoint("GET", "/", 1, 0), phases })).toEqual(["sql", "rest"]);
        expect(phasesOf({ ...endpoint("GET", "/", 1, 0), phases: { ...phases, commit: 0.006 } })).toContain("commit");
    });

    it("are none of a request that took no time", () => {
        expect(phasesOf({ ...endpoint("GET", "/", 1, 0), phases: NONE })).toEqual([]);
    });
});
