// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0

import { beforeEach, describe, expect, it, vi } from "vitest";
import { administrator, drawn, find, openConsole, passing, press, text, type } from "./console";
import { figures } from "./figures";
import { Server } from "./server";

const AT = "2026-01-01T12:00:00Z";
const ENDPOINT = { method: "GET", uri: "/realms/{realm}" };
const NAME = "GET /realms/{realm}";
const ROW = `tr[data-endpoint='${NAME}']`;
const TIMINGS = { from: AT, to: AT, endpointCount: 1, endpoints: [figures({ ...ENDPOINT, allocated: 1_250_000 })] };
const IN_FLIGHT = {
    at: AT,
    requestCount: 3,
    phases: { sql: 1, cpu: 2 },
    requests: [
        { ...ENDPOINT, age: 7.25, phase: "sql", phaseAge: 2, abandoned: true, realm: "acme", client: "shop" },
        { ...ENDPOINT, age: 1, phase: "parked", phaseAge: 1, abandoned: false, lock: "java.lang.Object" },
    ],
};
const refusal = (status: number) => () => Response.json({ errorMessage: "refused" }, { status });

let server: Server;

beforeEach(() => {
    server = administrator(new Server())
        .on("GET", /\/realms\/acme\/request-timings\?/, () => ({ ...TIMINGS, realm: "acme" }))
        .on("GET", /\/realms\/master\/request-timings\?/, () => TIMINGS)
        .on("GET", /\/realms\/acme\/request-timings\/in-flight/, () => ({ ...IN_FLIGHT, realm: "acme" }))
        .on("GET", /\/realms\/master\/request-timings\/in-flight/, () => IN_FLIGHT);
});

const cells = (row: string) => [...document.querySelectorAll(`${row} td`)].map((cell) => cell.textContent);
const cell = (row: string, label: string) => text(`${row} td[data-label="${label}"]`);

describe("The endpoints", () => {
    it("have the memory that a request allocates", async () => {
        await openConsole(server, "timings");
        await drawn(ROW);
        expect(cell(ROW, "Allocated")).toBe("1.3 MB");
        await press("[data-testid=keylift-sort-allocated]");
        expect(text("th[aria-sort=descending]")).toContain("Allocated");
    });

    it("lead to no history in a realm other than master", async () => {
        await openConsole(server, "timings");
        await drawn(ROW);
        expect(find(`${ROW} a`)).toBeNull();
        expect(find("[data-testid=keylift-all-nodes]")).toBeNull();
        expect([...document.querySelectorAll(".keylift-views a")].map((link) => link.textContent)).toEqual([
            "Endpoints",
            "In flight",
        ]);
    });

    it("can be those of all nodes", async () => {
        server.on("GET", /nodes=all/, () => ({ ...TIMINGS, nodes: ["a-1", "b-2"] }));
        await openConsole(server, "timings", "master");
        await drawn(ROW);
        await press("[data-testid=keylift-all-nodes]");
        await drawn("[data-testid=keylift-note]", (note) => note.textContent?.includes("Nodes: a-1, b-2.") ?? false);
        await press("[data-testid=keylift-all-nodes]");
        await drawn("[data-testid=keylift-note]", (note) => !note.textContent?.includes("Nodes:"));
    });

    it.each([
        [404, "the history is disabled"],
        [503, "cannot be read"],
    ])("of this node are shown again after a refusal with %d of those of all", async (status, reason) => {
        server.on("GET", /nodes=all/, refusal(status));
        await openConsole(server, "timings", "master");
        await drawn(ROW);
        await press("[data-testid=keylift-all-nodes]");
        await drawn("[data-testid=keylift-no-history]", (alert) => alert.textContent?.includes(reason) ?? false);
        expect(find(ROW)).toBeNull();
        await press("[data-testid=keylift-all-nodes]");
        await drawn(ROW);
        expect(find("[data-testid=keylift-no-history]")).toBeNull();
    });
});

describe("The requests in flight", () => {
    const count = (phase: string) => text(`li[data-phase=${phase}]`);

    it("are counted by phase, the oldest with what is known of them", async () => {
        await openConsole(server, "timings/in-flight");
        await drawn("[data-testid=keylift-in-flight-table]");
        expect(text("[data-testid=keylift-in-flight-count]")).toMatch(/: 3\. The table has the 2 oldest\.$/);
        expect([...document.querySelectorAll("li[data-phase]")].map((item) => item.textContent)).toEqual([
            "CPU: 2",
            "SQL: 1",
        ]);
        expect(cells("tbody tr:first-child")).toEqual([
            "7.3 sec",
            "SQL",
            "2 sec",
            `${NAME} Client disconnected`,
            "shop",
            "–",
        ]);
        expect(cells("tbody tr:last-child")).toEqual([
            "1 sec",
            "Waiting for another thread",
            "1 sec",
            NAME,
            "–",
            "java.lang.Object",
        ]);
    });

    it("have their realm in realm master", async () => {
        await openConsole(server, "timings/in-flight", "master");
        await drawn("[data-testid=keylift-in-flight-table]");
        expect(cell("tbody tr:first-child", "Realm")).toBe("acme");
        expect(cell("tbody tr:last-child", "Realm")).toBe("–");
    });

    it("are asked for each five seconds, and stay when the server has had too many requests", async () => {
        vi.useFakeTimers();
        await openConsole(server, "timings/in-flight");
        await passing(4000);
        expect(server.count("GET", /in-flight/)).toBe(1);
        server.on("GET", /in-flight/, refusal(429));
        await passing(5000);
        expect(server.count("GET", /in-flight/)).toBe(2);
        expect(count("cpu")).toBe("CPU: 2");
        expect(find("[data-testid=keylift-failure]")).toBeNull();
        server.on("GET", /in-flight/, () => ({ ...IN_FLIGHT, phases: { cpu: 5 } }));
        await passing(6000);
        expect(count("cpu")).toBe("CPU: 5");
    });
});

describe("What changed", () => {
    const SIDE = { from: AT, to: AT };
    const change = (uri: string, more: object) => ({ method: "GET", uri, doubled: [], ...more });
    const comparison = (more: object) => ({ compare: "version", now: { ...SIDE, version: "2" }, ...more });

    it("is shown with both figures, the factor, and a label on what doubled", async () => {
        const slow = { now: figures({ statements: 12, p95: 0.02 }), before: figures({ statements: 4.5, p95: 0.01 }) };
        server.on("GET", /compare=version/, () =>
            comparison({
                before: { ...SIDE, version: "1" },
                endpointCount: 60,
                endpoints: [
                    change("/slow", { ...slow, doubled: ["statements"], statementsFactor: 2.667, p95Factor: 2 }),
                    change("/new", { now: figures({ count: 3 }) }),
                ],
            }),
        );
        await openConsole(server, "timings/changes", "master");
        await drawn("[data-testid=keylift-changes]");
        expect(text("[data-testid=keylift-now]")).toMatch(/^version 2, /);
        expect(text("[data-testid=keylift-before]")).toMatch(/^version 1, /);
        expect(cells("tr[data-endpoint='GET /slow']")).toEqual([
            "GET /slow",
            "Doubled 4.5 → 12",
            "×2.67",
            "10 ms → 20 ms",
            "×2",
            "1 → 1",
        ]);
        expect(cells("tr[data-endpoint='GET /new']")).toEqual(["GET /new", "– → 0", "–", "– → 1 sec", "–", "– → 3"]);
        expect(find("[data-testid=keylift-nothing-now]")).toBeNull();
        await press(".keylift-pages button:last-child");
        await drawn("[data-testid=keylift-changes]");
        expect(server.count("GET", /compare=version&first=50&max=50/)).toBe(1);
    });

    it("says so if the version has no requests yet", async () => {
        server.on("GET", /compare=version/, () =>
            comparison({
                before: { ...SIDE, version: "1" },
                endpointCount: 1,
                endpoints: [change("/old", { before: figures() })],
            }),
        );
        await openConsole(server, "timings/changes", "master");
        await drawn("[data-testid=keylift-nothing-now]");
    });

    it("says what the history lacks", async () => {
        server.on("GET", /compare=/, () => comparison({ endpointCount: 1, endpoints: [change("/", {})] }));
        await openConsole(server, "timings/changes", "master");
        const says = (what: string) =>
            drawn("[data-testid=keylift-empty]", (empty) => empty.textContent?.includes(what) ?? false);
        await says("no version before this one");
        await type("[data-testid=keylift-compare]", "yesterday");
        await says("no requests of the same hours of yesterday");
        await type("[data-testid=keylift-compare]", "node");
        await says("no requests of other nodes");
        expect(server.count("GET", /compare=(version|yesterday|node)&/)).toBe(3);
    });

    it("names the nodes that it is of", async () => {
        server.on("GET", /compare=node/, () => ({
            ...comparison({ before: SIDE, endpointCount: 0, endpoints: [] }),
            now: { ...SIDE, node: "a-1" },
        }));
        await openConsole(server, "timings/changes", "master");
        await drawn("[data-testid=keylift-compare]");
        await type("[data-testid=keylift-compare]", "node");
        await drawn("[data-testid=keylift-comparison]");
        expect(text("[data-testid=keylift-now]")).toMatch(/^node a-1, /);
        expect(text("[data-testid=keylift-before]")).toMatch(/^all other nodes, /);
    });

    it("leaves the other views when there is no history", async () => {
        server.on("GET", /compare=/, refusal(503));
        await openConsole(server, "timings/changes", "master");
        await drawn("[data-testid=keylift-no-history]");
        server.on("GET", /compare=/, refusal(429));
        await press("[data-testid=keylift-no-history] button");
        await drawn("[data-testid=keylift-failure]", (alert) => alert.textContent?.includes("refused") ?? false);
        await press("[data-testid=keylift-view-in-flight]");
        await drawn("[data-testid=keylift-in-flight-table]");
    });
});

describe("The time line of an endpoint", () => {
    const point = (minute: number, version: string) => ({
        from: `2026-01-01T12:0${minute}:00Z`,
        version,
        timings: figures({ ...ENDPOINT, p95: 0.5, count: 4 }),
    });

    beforeEach(() => {
        server.on("GET", /time-line\?.*resolution=(\w+)/, (_asked, resolution) => ({
            ...ENDPOINT,
            resolution,
            points: resolution === "minutes" ? [point(0, "v1"), point(1, "v1"), point(2, "v2")] : [],
        }));
    });

    it("opens from its row, with a mark where the version changes, and its figures as a table", async () => {
        await openConsole(server, "timings", "master");
        await drawn(ROW);
        await press(`${ROW} a`);
        await drawn("[data-testid=keylift-time-line]");
        expect(server.asked.at(-1)?.path).toContain("time-line?uri=/realms/{realm}&method=GET&resolution=minutes");
        expect(document.querySelectorAll(".keylift-plot__curve.keylift-series-p95")).toHaveLength(2);
        expect(document.querySelectorAll(".keylift-plot--low .keylift-plot__mark")).toHaveLength(1);
        expect(text("[data-testid=keylift-version-changes]")).toMatch(/: v2$/);
        expect(find("svg[role=img]")?.getAttribute("aria-label")).toContain("12 requests, p50 up to 1 sec, p95 up to");
        expect(document.querySelectorAll("[data-testid=keylift-time-line-table] tbody tr")).toHaveLength(3);
    });

    it("can be coarser, and says if there are no requests", async () => {
        await openConsole(server, "timings/time-line/GET/%2Frealms%2F%7Brealm%7D", "master");
        await drawn("[data-testid=keylift-time-line]");
        await type("[data-testid=keylift-resolution]", "hours");
        await drawn("[data-testid=keylift-empty]");
        expect(server.asked.at(-1)?.path).toContain("resolution=hours");
        expect(find("[data-testid=keylift-time-line]")).toBeNull();
    });

    it("says why there is none", async () => {
        server.on("GET", /time-line/, refusal(404));
        await openConsole(server, "timings/time-line/GET/%2Frealms%2F%7Brealm%7D", "master");
        await drawn("[data-testid=keylift-no-history]");
    });
});
