// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0

import { beforeEach, describe, expect, it } from "vitest";
import { administrator, drawn, find, openConsole, press, ROLES, text } from "./console";
import { Server } from "./server";

const TOP = 20;

const OF_ORGANIZATION = /\/organizations\//;
const MEMBERS = /\/groups\/[^/]+\/members/;

let server: Server;

beforeEach(() => {
    const department = (path: string, subGroupCount: number) => ({
        id: path.replaceAll("/", "-"),
        name: path,
        path,
        subGroupCount,
    });
    server = administrator(new Server(), [...ROLES, "view-users"])
        .on("GET", /\/organizations\/globex$/, () => ({ id: "globex", name: "Globex", alias: "globex" }))
        .on("GET", /\/organizations\/globex\/members\/count$/, () => 4711)
        .on("GET", /\/groups\?/, () => Array.from({ length: TOP }, (_, index) => department(`/d${index}`, 2)))
        .on("GET", /\/groups\/[^/]+\/children/, () => [department("/d0/a", 0), department("/d0/b", 0)])
        .on("GET", MEMBERS, ({ path }) =>
            path.includes("/-d1/") ? Array.from({ length: 101 }, (_, id) => ({ id, username: `u${id}` })) : [],
        );
});

async function open(): Promise<void> {
    await openConsole(server, "departments/globex");
    await drawn(`li[data-department='/d${TOP - 1}']`);
}

const counted = (path: string) =>
    drawn(`li[data-department='${path}'] > .keylift-branch [data-testid=keylift-member-count]`);

describe("The departments of an organization", () => {
    it("are shown with few requests, however many there are", async () => {
        await open();
        await drawn("[data-testid=keylift-organization-members]");
        expect(text("[data-testid=keylift-tree]")).toContain("Child departments: 2");
        expect(server.count("GET", OF_ORGANIZATION)).toBe(3);
        expect(server.count("GET", MEMBERS)).toBe(0);
    });

    it("have their members counted when they are opened, those below not", async () => {
        await open();
        await press("li[data-department='/d0'] [data-testid=keylift-toggle]");
        expect((await counted("/d0")).textContent).toBe("Members: 0");
        await drawn("li[data-department='/d0/b']");
        expect(server.count("GET", MEMBERS)).toBe(1);

        await press("li[data-department='/d0'] [data-testid=keylift-toggle]");
        await press("li[data-department='/d0'] [data-testid=keylift-toggle]");
        await drawn("li[data-department='/d0/b']");
        expect((await counted("/d0")).textContent).toBe("Members: 0");
        expect(server.count("GET", MEMBERS)).toBe(1);
    });

    it("have their members counted when they are chosen, and keep the number", async () => {
        await open();
        await press("li[data-department='/d1'] [data-testid=keylift-department]");
        expect((await counted("/d1")).textContent).toBe("Members: more than 100");
        await press("li[data-department='/d2'] [data-testid=keylift-department]");
        expect((await counted("/d2")).textContent).toBe("Members: 0");
        expect(find("li[data-department='/d1'] [data-testid=keylift-member-count]")).not.toBeNull();
        expect(find("li[data-department='/d3'] [data-testid=keylift-member-count]")).toBeNull();
    });
});
