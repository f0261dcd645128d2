// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0

import { beforeEach, describe, expect, it, vi } from "vitest";
import { holdWindow } from "../../main/web/console/leaving";
import { administrator, drawn, find, openConsole, passing, text } from "./console";
import { doing } from "./rendering";
import { Server } from "./server";

const JOB = { id: "j", kind: "users", op: "import", dryRun: false, startedAt: 0, read: 1, skipped: 0, rejected: 0 };

let server: Server;

beforeEach(() => {
    server = administrator(new Server());
    // React logs errors that are caught.
    vi.spyOn(console, "error").mockImplementation(() => undefined);
});

const entries = () => document.querySelectorAll("[id^=nav-item-keylift-]").length;

describe("The pages", () => {
    it("show a status that only a later server has", async () => {
        server.on("GET", /\/jobs\?/, () => [{ ...JOB, status: "QUEUED" }]);
        await openConsole(server, "imports");
        await drawn("tr[data-job=j]");
        expect(text("[data-status=QUEUED]")).toBe("QUEUED");
        expect(entries()).toBe(4);
    });

    it("that cannot be drawn leave the navigation and say what is wrong", async () => {
        server.on("GET", /\/request-timings/, () => ({ endpoints: "none" }));
        await openConsole(server, "timings");
        await drawn("[data-testid=keylift-broken]");
        expect(text("[data-testid=keylift-broken]")).toContain("Reload");
        expect(entries()).toBe(4);
        server.on("GET", /\/realms\/acme\/roles\?/, () => []);
        await doing(() => (location.hash = "#/acme/keylift/capabilities"));
        await drawn("[data-testid=keylift-client]");
    });

    it("do not offer to end an upload", async () => {
        const release = holdWindow();
        server.on("GET", /\/request-timings/, () => ({ endpoints: "none" }));
        await openConsole(server, "timings");
        await drawn("[data-testid=keylift-broken]");
        expect(find("[data-testid=keylift-broken] button")).toBeNull();
        expect(text("[data-testid=keylift-broken]")).toContain("upload");
        release();
    });

    it("and their entries are in the language that their texts are in", async () => {
        const frame = await openConsole(server, "imports");
        await drawn("[data-testid=keylift-import-form]");
        expect(frame.page.lang).toBe("en");
        expect(frame.navigation.lang).toBe("en");
    });

    it("have the focus when they are opened", async () => {
        const frame = await openConsole(server, "imports");
        await drawn("[data-testid=keylift-import-form]");
        document.getElementById("nav-item-keylift-timings")?.focus();
        await doing(() => (location.hash = "#/acme/keylift/timings"));
        await drawn("h1", (title) => title.textContent === "Request timings");
        expect(document.activeElement).toBe(frame.page);
    });
});

describe("What the administrator may see", () => {
    it("is asked for again after a failure", async () => {
        vi.useFakeTimers();
        server.on("GET", /\/serverinfo$/, () => new Response("", { status: 503 }));
        await openConsole(server, "users");
        await passing(100);
        expect(entries()).toBe(0);
        administrator(server);
        await passing(3000);
        expect(entries()).toBe(4);
    });

    it("is asked for again when another page is opened some time later", async () => {
        vi.useFakeTimers();
        server.on("GET", /\/realms\/acme$/, () => ({ organizationsEnabled: false }));
        await openConsole(server, "../users");
        await passing(100);
        expect(entries()).toBe(3);
        administrator(server);
        const before = server.count("GET", /whoami/);
        await passing(1000);
        history.replaceState(null, "", "#/acme/clients");
        window.dispatchEvent(new Event("popstate"));
        await passing(100);
        expect(server.count("GET", /whoami/)).toBe(before);
        await passing(60_000);
        history.replaceState(null, "", "#/acme/groups");
        window.dispatchEvent(new Event("popstate"));
        await passing(100);
        expect(entries()).toBe(4);
    });
});
