// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from "vitest";
import { Realm } from "../../main/web/console/realm";
import { Imports, progressOf, REALM, type Job, type Order } from "../../main/web/pages/imports/imports";
import { newJobId } from "../../main/web/pages/imports/jobId";
import { Server } from "./server";

const JOB: Job = {
    id: "a",
    kind: "users",
    status: "RUNNING",
    op: "import",
    dryRun: false,
    run: 1,
    startedAt: 0,
    read: 3000,
    skipped: 0,
    rejected: 0,
};

describe("The progress of a job", () => {
    it("is known by the server's estimate", () => {
        expect(progressOf({ ...JOB, recordsPerSecond: 1000, remainingSeconds: 9 })).toBe(0.25);
        expect(progressOf({ ...JOB, read: 0, recordsPerSecond: 0, remainingSeconds: 9 })).toBe(0);
    });

    it("is the share of the input that is read, where that is known", () => {
        expect(progressOf({ ...JOB, status: "PAUSED", share: 0.5 })).toBe(0.5);
        expect(progressOf({ ...JOB, recordsPerSecond: 1000, remainingSeconds: 9, share: 0.3 })).toBe(0.3);
    });

    it("is unknown without one", () => {
        expect(progressOf({ ...JOB, recordsPerSecond: 1000 })).toBeUndefined();
    });

    it("is whole at the end", () => {
        expect(progressOf({ ...JOB, status: "COMPLETED" })).toBe(1);
    });
});

describe("The request of an import", () => {
    const ORDER: Order = {
        job: "people",
        named: false,
        kind: "users",
        op: "import",
        ifExists: "skip",
        dryRun: true,
        stopOnReject: false,
        ids: "prefer",
        drop: ["unwritable-attributes", "unknown-references"],
        noPassword: "update",
        input: {
            body: new Blob(["PK"]),
            contentType: "application/zip",
            gzip: false,
            name: "acme.zip",
            columns: [],
            severalKinds: true,
        },
        text: undefined,
    };
    const ALL = "job=people&op=import&dryRun=true&onReject=continue&ifExists=skip";
    const IDS = "&ids=prefer";
    const DROP = "&drop=unwritable-attributes,unknown-references";

    it.each<[string, Partial<Order>, string]>([
        ["has what is chosen", {}, `/users?${ALL}${IDS}${DROP}&noPassword=update`],
        ["has no kind if the input names its kinds", { kind: REALM }, `?${ALL}${IDS}${DROP}&noPassword=update`],
        ["has nothing of users for other kinds", { kind: "groups" }, `/groups?${ALL}${IDS}${DROP}`],
        ["has no default", { ids: "strict", drop: [], noPassword: "accept" }, `/users?${ALL}`],
        [
            "has only what a removal can have",
            { op: "remove" },
            "/users?job=people&op=remove&dryRun=true&onReject=continue",
        ],
    ])("%s", async (_, change, path) => {
        const server = new Server().on("POST", /./, () => new Response(null));
        await new Imports(new Realm(server.api(), "acme")).start({ ...ORDER, ...change });
        expect(server.asked.map((asked) => asked.path)).toEqual([`/admin/realms/acme/bulk-import${path}`]);
        expect(server.asked[0]?.headers.get("Content-Type")).toBe("application/zip");
    });
});

describe("The name of a new job", () => {
    it("is one that the server takes, and no other's", () => {
        const names = new Set(Array.from({ length: 100 }, () => newJobId("role-mappings", new Date(0))));
        expect(names.size).toBe(100);
        for (const name of names) {
            expect(name).toMatch(/^role-mappings-19700101T000000-[0-9a-z]{7}$/);
        }
    });
});
