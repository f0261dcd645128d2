// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0

import { beforeEach, describe, expect, it, vi } from "vitest";
import { isWindowHeld } from "../../main/web/console/leaving";
import { Realm, RealmContext } from "../../main/web/console/realm";
import { Imports, type Job, type Order } from "../../main/web/pages/imports/imports";
import { JobView } from "../../main/web/pages/imports/JobView";
import { Uploads } from "../../main/web/pages/imports/uploads";
import { find, passing, press, text, type } from "./console";
import { render } from "./rendering";
import { held, Server } from "./server";

const JOB: Job = {
    id: "people",
    kind: "users",
    status: "RUNNING",
    op: "import",
    dryRun: false,
    run: 1,
    startedAt: 0,
    read: 10,
    added: 10,
    updated: 0,
    skipped: 0,
    rejected: 0,
};

const ORDER: Order = {
    job: "people",
    named: false,
    kind: "users",
    op: "import",
    ifExists: "fail",
    dryRun: false,
    stopOnReject: false,
    ids: "strict",
    drop: [],
    noPassword: "accept",
    input: {
        body: new Blob(["{}"]),
        contentType: "application/x-ndjson",
        gzip: false,
        name: undefined,
        columns: [],
        severalKinds: false,
    },
    text: "{}",
};

let server: Server;
let imports: Imports;
let uploads: Uploads;
let realm: Realm;
/** The job on the server. */
let stored: Job | undefined;
let earnest: Order | undefined;
let changed: Order | undefined;

const accepted = (job: Job) => Response.json(job, { status: 202 });

beforeEach(() => {
    vi.useFakeTimers();
    stored = earnest = changed = undefined;
    server = new Server()
        .on("GET", /\/jobs\?/, () => (stored ? [stored] : []))
        .on("GET", /\/jobs\/people$/, () => stored ?? Response.json({ errorMessage: "No job" }, { status: 404 }))
        .on("GET", /\/rejects$/, () => new Response(""));
    realm = new Realm(server.api(), "acme");
    imports = new Imports(realm);
    uploads = new Uploads(imports);
});

async function show(): Promise<void> {
    await render(
        <RealmContext.Provider value={realm}>
            <JobView
                id="people"
                imports={imports}
                uploads={uploads}
                onInEarnest={(order) => (earnest = order)}
                onChange={(order) => (changed = order)}
            />
        </RealmContext.Provider>,
    );
    await passing(0);
}

const status = () => find("[data-status]")?.getAttribute("data-status");

describe("A job that has just been ordered", () => {
    it("is waited for until the server has opened it", async () => {
        const answer = held<Response>();
        server.on("POST", /\/users\?/, () => answer.promise);
        uploads.start(ORDER);
        await show();
        await passing(5000);
        expect(status()).toBeUndefined();
        stored = JOB;
        await passing(1500);
        expect(status()).toBe("RUNNING");
        stored = { ...JOB, status: "COMPLETED" };
        answer.end(accepted(stored));
        await passing(1500);
        expect(status()).toBe("COMPLETED");
    });

    it("is what the server answers, whatever a list of jobs says", async () => {
        server.on("GET", /\/jobs\?/, () => []).on("POST", /\/users\?/, () => accepted(JOB));
        uploads.start(ORDER);
        await show();
        await passing(100);
        expect(status()).toBe("RUNNING");
        stored = { ...JOB, status: "COMPLETED" };
        server.on("GET", /\/jobs\?/, () => [stored]);
        await passing(2500);
        expect(status()).toBe("COMPLETED");
        const asked = server.asked.length;
        await passing(5000);
        expect(server.asked).toHaveLength(asked);
    });

    it("is no more waited for when the server has not taken its input", async () => {
        server.on("POST", /\/users\?/, () => Response.json({ errorMessage: "bad" }, { status: 400 }));
        uploads.start(ORDER);
        await show();
        await passing(3000);
        expect(text("[data-testid=keylift-upload-failed]")).toContain("bad");
        const asked = server.asked.length;
        await passing(5000);
        expect(server.asked).toHaveLength(asked);
    });
});

describe("A job of several kinds", () => {
    it("has a title in the language of the console", async () => {
        stored = { ...JOB, kind: "realm", status: "COMPLETED" };
        await show();
        expect(document.body.textContent).toContain("Import of several kinds");
    });

    it("says of which kind its rejects are", async () => {
        stored = { ...JOB, kind: "realm", status: "COMPLETED", rejected: 1 };
        server.on(
            "GET",
            /\/rejects$/,
            () => new Response('{"line":7,"kind":"roles","key":"editor","code":"exists","pointer":"","message":"m"}'),
        );
        await show();
        await passing(100);
        expect(text("[data-testid=keylift-reject-table] tbody")).toBe("7roleseditorexists–m");
    });

    it("shows the message about an archive that the server refuses", async () => {
        const message = "Entry `a.json` is encrypted";
        server.on("POST", /bulk-import\?/, () =>
            Response.json({ errorMessage: message, params: ["malformed_archive"] }, { status: 400 }),
        );
        uploads.start({ ...ORDER, kind: "realm" });
        await show();
        await passing(1500);
        expect(text("[data-testid=keylift-upload-failed]")).toBe(`The upload failed: ${message}`);
    });
});

describe("A job that goes on under its name", () => {
    it("is followed, though its last attempt has failed and is older than many others", async () => {
        const answer = held<Response>();
        stored = { ...JOB, status: "FAILED" };
        server.on("GET", /\/jobs\?/, () => []).on("POST", /\/users\?/, () => answer.promise);
        uploads.start({ ...ORDER, named: true });
        await show();
        // The server has not begun with it.
        expect(status()).toBeUndefined();
        await passing(300);
        stored = { ...JOB, run: 2, read: 20 };
        answer.end(accepted(stored));
        await passing(1500);
        expect(status()).toBe("RUNNING");
        stored = { ...stored, status: "COMPLETED", read: 30 };
        await passing(2500);
        expect(status()).toBe("COMPLETED");
        expect(text("[data-testid=keylift-read]")).toBe("30");
    });
});

describe("The answer to an import", () => {
    it("may be lines, of types that nobody knows, too", async () => {
        const lines =
            '{"type":"job","id":"people"}\n{"type":"progress","read":5}\n{"type":"summary","status":"COMPLETED"}\n';
        server.on("POST", /\/users\?/, () => new Response(lines));
        stored = { ...JOB, status: "COMPLETED" };
        uploads.start(ORDER);
        await show();
        await passing(1500);
        expect(uploads.of("people")?.state).toBe("sent");
        expect(status()).toBe("COMPLETED");
    });
});

describe("Cancelling", () => {
    it("ends the sending, which is no failure", async () => {
        const signal: (AbortSignal | undefined)[] = [];
        server
            .on("POST", /\/users\?/, (asked) => (signal.push(asked.signal), held().promise))
            .on("POST", /\/cancel$/, () => {
                stored = { ...JOB, status: "CANCELLED" };
                return new Response(null, { status: 204 });
            });
        stored = JOB;
        uploads.start(ORDER);
        await show();
        await passing(1500);
        expect(isWindowHeld()).toBe(true);
        await press("[data-testid=keylift-cancel]");
        await press("[data-testid=keylift-cancel-confirm]");
        await passing(1500);
        expect(signal[0]?.aborted).toBe(true);
        expect(status()).toBe("CANCELLED");
        expect(find("[data-testid=keylift-upload-failed]")).toBeNull();
        expect(find("[data-testid=keylift-sending]")).toBeNull();
        expect(isWindowHeld()).toBe(false);
    });
});

describe("What was sent", () => {
    it.each([
        [true, "is kept after a dry run"],
        [false, "is let go of after an import"],
    ])("%s: %s", async (dryRun) => {
        server.on("POST", /\/users\?/, () => accepted({ ...JOB, dryRun }));
        uploads.start({ ...ORDER, dryRun });
        await passing(100);
        expect(uploads.of("people")?.state).toBe("sent");
        expect(uploads.of("people")?.dryRunOrder !== undefined).toBe(dryRun);
        expect(JSON.stringify(uploads.of("people")).includes("contentType")).toBe(dryRun);
    });

    it("may have changed since it was chosen, which is told", async () => {
        const body = new Blob(["{}"]);
        body.slice = () =>
            ({ arrayBuffer: () => Promise.reject(new DOMException("gone", "NotReadableError")) }) as never;
        uploads.start({ ...ORDER, input: { ...ORDER.input, body } });
        await show();
        await passing(100);
        expect(text("[data-testid=keylift-upload-failed]")).toContain("was changed");
        expect(server.count("POST", /users/)).toBe(0);
    });
});

describe("A dry run", () => {
    /** Shows a dry run of this window that has ended so. */
    async function ended(counts: Partial<Job>, order: Partial<Order> = {}): Promise<void> {
        stored = { ...JOB, dryRun: true, status: "COMPLETED", ...counts };
        const job = stored;
        server.on("POST", /\/users\?/, () => accepted(job));
        uploads.start({ ...ORDER, dryRun: true, ...order });
        await show();
        await passing(1500);
    }

    it("without a reject is a success that can be imported", async () => {
        await ended({});
        expect(find("[data-status]")?.className).toContain("green");
        await press("[data-testid=keylift-in-earnest]");
        expect(earnest?.text).toBe("{}");
    });

    it("says what would be done, since nothing is", async () => {
        await ended({ read: 10, added: 10 });
        expect(text("dl")).toContain("Would be added");
    });

    it("with rejects is no plain success, and imports the others", async () => {
        await ended({ read: 10, added: 7, rejected: 3 });
        expect(find("[data-status]")?.className).not.toContain("green");
        expect(text("[data-status]")).toBe("Completed with rejects");
        expect(text("[data-testid=keylift-in-earnest]")).toContain("7");
    });

    it.each([
        ["all rejected", { read: 3, added: 0, rejected: 3 }],
        ["no record", { read: 0, added: 0 }],
    ])("with %s is no success and offers no import", async (_, counts) => {
        await ended(counts);
        expect(find("[data-status]")?.className).not.toContain("green");
        expect(find("[data-testid=keylift-in-earnest]")).toBeNull();
        expect(find("[data-testid=keylift-dry-run-in-vain]")).not.toBeNull();
        await press("[data-testid=keylift-change]");
        expect(changed?.text).toBe("{}");
    });

    it("of another window says that its input is not known here", async () => {
        stored = { ...JOB, dryRun: true, status: "COMPLETED" };
        await show();
        expect(find("[data-testid=keylift-in-earnest]")).toBeNull();
        expect(text("[data-testid=keylift-dry-run-unknown-input]")).toContain("Choose it again");
    });
});

describe("A removal", () => {
    const REMOVAL = { op: "remove", added: undefined, updated: undefined, read: 90, removed: 70, skipped: 20 } as never;

    async function tried(): Promise<void> {
        stored = { ...JOB, dryRun: true, status: "COMPLETED", ...(REMOVAL as object) } as Job;
        const job = stored;
        server.on("POST", /\/users\?/, () => accepted(job));
        uploads.start({ ...ORDER, dryRun: true, op: "remove" });
        await show();
        await passing(1500);
    }

    it("is asked for with what goes and how much, and has to be confirmed by typing that", async () => {
        await tried();
        await press("[data-testid=keylift-in-earnest]");
        expect(earnest).toBeUndefined();
        const dialog = text("[data-testid=keylift-removal]");
        expect(dialog).toContain("Remove 70 records of kind users from realm acme?");
        expect(dialog).toContain("credentials");
        expect(dialog).toContain("90 records: 70 to remove, 20 not found, 0 rejected");
        await press("[data-testid=keylift-removal-confirm]");
        expect(earnest).toBeUndefined();
        await type("[data-testid=keylift-removal-count]", "7");
        await press("[data-testid=keylift-removal-confirm]");
        expect(earnest).toBeUndefined();
        await type("[data-testid=keylift-removal-count]", "70");
        await press("[data-testid=keylift-removal-confirm]");
        expect(earnest?.op).toBe("remove");
    });

    it("is not done by who says no", async () => {
        await tried();
        await press("[data-testid=keylift-in-earnest]");
        await press("[data-testid=keylift-removal-no]");
        expect(find("[data-testid=keylift-removal]")).toBeNull();
        expect(earnest).toBeUndefined();
    });

    it.each([
        [true, "Dry run of a removal of users"],
        [false, "Removal of users"],
    ])("says that it is one (dry run: %s): %s", async (dryRun, title) => {
        stored = { ...JOB, dryRun, status: "COMPLETED", ...(REMOVAL as object) } as Job;
        await show();
        expect(text("h1")).toContain(title);
        expect(text("h1")).not.toContain("Import");
        expect(text("dl")).toContain(dryRun ? "Would be removed" : "Removed");
    });
});

describe("A job's page", () => {
    it("shows how often something was left out, and other warnings", async () => {
        stored = {
            ...JOB,
            status: "COMPLETED",
            warnings: [
                {
                    code: "unknown_role",
                    message: "The reference is left out.",
                    kind: "users",
                    pointer: "/realmRoles/*",
                    count: 1200,
                    lines: [2, 5, 9],
                },
                { code: "users_disabled", message: "They have no `enabled`." },
            ],
        };
        await show();
        const rows = [...document.querySelectorAll("[data-testid=keylift-warning-table] tbody tr")];
        const cells = (row: Element) => [...row.querySelectorAll("td")].map((cell) => cell.textContent);
        expect(rows.map(cells)).toEqual([
            ["unknown_role", "users", "/realmRoles/*", "1,200", "2, 5, 9", "The reference is left out."],
            ["users_disabled", "–", "–", "–", "–", "They have no `enabled`."],
        ]);
    });

    it("tells screen readers the end alone", async () => {
        stored = JOB;
        await show();
        expect(text("[data-testid=keylift-ended][role=status]")).toBe("");
        stored = { ...JOB, status: "COMPLETED" };
        await passing(1500);
        expect(text("[data-testid=keylift-ended]")).toBe("Import of users: Completed");
    });

    it("says of a job that is not there that it is not, and asks no more", async () => {
        await show();
        expect(text("[data-testid=keylift-unknown-job]")).toContain("no job with this ID");
        expect(text("h1")).toBe("Job people ");
        expect(document.body.textContent).not.toContain("unexpected response");
        await passing(5000);
        expect(server.asked).toHaveLength(1);
    });

    it("does not stop asking while a status is one that it does not know", async () => {
        stored = { ...JOB, status: "QUEUED" as never };
        await show();
        expect(text("[data-status]")).toBe("QUEUED");
        stored = JOB;
        await passing(1500);
        expect(status()).toBe("RUNNING");
    });
});
