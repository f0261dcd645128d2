// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0

import { beforeEach, describe, expect, it, vi } from "vitest";
import { Realm } from "../../main/web/console/realm";
import { Imports, type Job } from "../../main/web/pages/imports/imports";
import { Rejects } from "../../main/web/pages/imports/Rejects";
import { passing, press } from "./console";
import { render } from "./rendering";
import { held, Server } from "./server";

const JOB = { id: "j", kind: "users", status: "RUNNING", op: "import", dryRun: false, run: 1, startedAt: 0 } as Job;

let server: Server;
let imports: Imports;

const lines = (count: number) =>
    Array.from({ length: count }, (_, i) => JSON.stringify({ line: i + 1, code: "c", pointer: "", message: "m" })).join(
        "\n",
    );
const rows = () => document.querySelectorAll("tbody tr").length;

beforeEach(() => {
    vi.useFakeTimers();
    server = new Server();
    imports = new Imports(new Realm(server.api(), "acme"));
});

async function show(rejected: number): Promise<void> {
    await render(<Rejects job={{ ...JOB, rejected }} imports={imports} />);
    await passing(0);
}

describe("The rejects of a job that is under way", () => {
    it("are shown though the request for them takes longer than their number stays the same", async () => {
        const answer = held<Response>();
        server.on("GET", /rejects/, () => answer.promise);
        for (let rejected = 1; rejected <= 5; rejected++) {
            await show(rejected);
        }
        expect(server.asked).toHaveLength(1);
        expect(server.asked[0]?.signal?.aborted).toBe(false);
        server.on("GET", /rejects/, () => new Response(lines(5)));
        answer.end(new Response(lines(1)));
        await passing(0);
        await passing(0);
        expect(server.asked).toHaveLength(2);
        expect(rows()).toBe(5);
    });

    it("are asked for once for each number of them, be there fewer or none", async () => {
        server.on("GET", /rejects/, () => new Response(""));
        await show(3);
        await passing(1000);
        expect(server.asked).toHaveLength(1);
        server.on("GET", /rejects/, () => new Response("", { status: 503 }));
        await show(4);
        await passing(1000);
        expect(server.asked).toHaveLength(2);
        server.on("GET", /rejects/, () => new Response(lines(5)));
        await show(5);
        expect(rows()).toBe(5);
    });
});

describe("All rejects as a file", () => {
    it("go from the network to the disk if they are too many to be held", async () => {
        const written: number[] = [];
        vi.stubGlobal("showSaveFilePicker", async () => ({
            createWritable: async () =>
                new WritableStream<Uint8Array>({ write: (chunk) => void written.push(chunk.length) }),
        }));
        server.on("GET", /rejects/, () => new Response(lines(3)));
        await show(2_000_000);
        await press("[data-testid=keylift-download]");
        await passing(10);
        expect(written.reduce((sum, length) => sum + length, 0)).toBe(lines(3).length);
    });

    it("stay at their address until the browser has had time to begin", async () => {
        const revoke = vi.fn();
        vi.stubGlobal("URL", Object.assign(URL, { createObjectURL: () => "blob:x", revokeObjectURL: revoke }));
        vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => undefined);
        server.on("GET", /rejects/, () => new Response(lines(3)));
        await show(3);
        await press("[data-testid=keylift-download]");
        await passing(10_000);
        expect(revoke).not.toHaveBeenCalled();
        await passing(60_000);
        expect(revoke).toHaveBeenCalledOnce();
    });
});
