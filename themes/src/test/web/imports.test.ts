// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from "vitest";
import { progressOf, type Job } from "../../main/web/pages/imports/imports";
import { newJobId } from "../../main/web/pages/imports/jobId";

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

describe("The name of a new job", () => {
    it("is one that the server takes, and no other's", () => {
        const names = new Set(Array.from({ length: 100 }, () => newJobId("role-mappings", new Date(0))));
        expect(names.size).toBe(100);
        for (const name of names) {
            expect(name).toMatch(/^role-mappings-19700101T000000-[0-9a-z]{7}$/);
        }
    });
});
