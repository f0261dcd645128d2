// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0

import { beforeEach, describe, expect, it } from "vitest";
import { administrator, drawn, find, openConsole, press, ROLES, text, type } from "./console";
import { Server } from "./server";

interface Change {
    readonly add?: readonly string[];
    readonly remove?: readonly string[];
}

let server: Server;
let assigned: string[];
let revision: number;
let client: string | undefined;

const NAMES = ["a", "b", "c"];
const capability = (name: string) => ({ id: name, name, set: false });

beforeEach(() => {
    assigned = [];
    revision = 1;
    client = undefined;
    server = administrator(new Server())
        .on("GET", /\/capabilities\?/, () => NAMES.map(capability))
        .on("GET", /\/capabilities\/roles\/r\?/, () =>
            Response.json(
                {
                    role: "clerk",
                    ...(client && { client }),
                    capabilities: assigned.map((name) => ({ ...capability(name), direct: true, through: [] })),
                },
                { headers: { ETag: `"${revision}"` } },
            ),
        )
        .on("PATCH", /\/capabilities\/roles\/r$/, async ({ headers, body }) => {
            await new Promise((done) => setTimeout(done, 50));
            if (headers.get("If-Match") !== `"${revision}"`) {
                return Response.json({ errorMessage: "changed" }, { status: 412 });
            }
            const { add = [], remove = [] } = JSON.parse(String(body)) as Change;
            assigned = [...assigned, ...add].filter((name) => !remove.includes(name));
            revision++;
            return Response.json({}, { headers: { ETag: `"${revision}"` } });
        });
});

async function open(): Promise<void> {
    await openConsole(server, "capabilities/r");
    await drawn("[data-testid=view-header]");
}

describe("The page of a role", () => {
    it("adds as quickly as somebody clicks, and accuses nobody", async () => {
        await open();
        await drawn("[data-capability=a] [data-testid=keylift-add]");
        await press("[data-capability=a] [data-testid=keylift-add]");
        await press("[data-capability=b] [data-testid=keylift-add]");
        await press("[data-capability=b] [data-testid=keylift-add]");
        await press("[data-capability=c] [data-testid=keylift-add]");
        await drawn("tr[data-capability=c]");
        expect(assigned).toEqual(["a", "b", "c"]);
        expect(find("[data-testid=keylift-change-failed]")).toBeNull();
        expect(server.count("PATCH", /./)).toBe(3);
    });

    it("tells what is done where it is seen, and that somebody else was faster", async () => {
        await open();
        await drawn("[data-capability=a] [data-testid=keylift-add]");
        await press("[data-capability=a] [data-testid=keylift-add]");
        await drawn(".pf-m-toast [data-testid=keylift-changed]");
        expect(text("[data-testid=keylift-changed]")).toContain("a was added.");
        await drawn("tr[data-capability=a]");
        revision++;
        await press("[data-capability=b] [data-testid=keylift-add]");
        await drawn(".pf-m-toast [data-testid=keylift-change-failed]");
        expect(text("[data-testid=keylift-change-failed]")).toContain("Another administrator");
        expect(assigned).toEqual(["a"]);
    });

    it("asks before it takes away, and keeps the focus in the table", async () => {
        assigned = ["a", "b"];
        await open();
        await press("[data-capability=a] [data-testid=keylift-remove]");
        expect(document.activeElement?.getAttribute("data-testid")).toBe("keylift-remove-no");
        expect(server.count("PATCH", /./)).toBe(0);
        await press("tr[data-capability=a] [data-testid=keylift-remove-confirm]");
        await drawn("table", () => find("tr[data-capability=a]") === null);
        expect(assigned).toEqual(["b"]);
        expect(document.activeElement).toBe(find("tr[data-capability=b] [data-testid=keylift-remove]"));
    });

    it("keeps the focus among what can be added", async () => {
        await open();
        await drawn("[data-capability=a] [data-testid=keylift-add]");
        await press("[data-capability=a] [data-testid=keylift-add]");
        await drawn("tr[data-capability=a]");
        expect(document.activeElement).toBe(find("li[data-capability=b] [data-testid=keylift-add]"));
    });

    it.each([
        ["of the realm for who may only see it", undefined, ["view-realm"], false],
        ["of the realm for who manages clients alone", undefined, ["view-realm", "manage-clients"], false],
        ["of the realm for who manages it", undefined, ["view-realm", "manage-realm"], true],
        ["of a client for who manages clients", "shop", ["view-realm", "manage-clients"], true],
        ["of a client for who may not configure it", "shop", ["view-realm"], false],
        ["of a client for who may configure it", "crm", ["view-realm"], true],
    ])("%s can be changed or not", async (_, of, roles, changeable) => {
        client = of;
        assigned = ["a"];
        administrator(server, roles)
            .on("GET", /\/clients\?clientId=(\w+)/, (__, id) => [{ id, clientId: id }])
            .on("GET", /\/clients\/(\w+)$/, (__, id) => ({ id, clientId: id, access: { configure: id === "crm" } }));
        await open();
        await drawn("tr[data-capability=a]");
        expect(find("[data-testid=keylift-remove]") !== null).toBe(changeable);
        expect(find("#keylift-catalogue") !== null).toBe(changeable);
        expect(find("[data-testid=keylift-read-only]") === null).toBe(changeable);
    });

    it("says of a role that is not there what the server says of it", async () => {
        server.on("GET", /\/capabilities\/roles\/r\?/, () =>
            Response.json({ errorMessage: "The realm has no such role" }, { status: 404 }),
        );
        await openConsole(server, "capabilities/r");
        await drawn("[data-testid=keylift-failure]");
        expect(text("[data-testid=keylift-failure]")).toContain("The realm has no such role");
        expect(text("[data-testid=keylift-failure]")).not.toContain("unexpected response");
    });
});

describe("The roles of a client", () => {
    it("are those of the one that is chosen among those with a part of its id", async () => {
        administrator(server, ROLES)
            .on("GET", /\/realms\/acme\/roles\?/, () => [])
            .on("GET", /\/clients\?clientId=/, ({ path }) =>
                [{ id: "1", clientId: "account" }].filter(
                    ({ clientId }) => path.includes("search=true") || path.endsWith(`=${clientId}`),
                ),
            )
            .on("GET", /\/clients\/1\/roles/, () => [{ id: "r", name: "view-profile", clientRole: true }]);
        await openConsole(server, "capabilities");
        await drawn("[data-testid=keylift-client]");

        await type("[data-testid=keylift-client]", "acc");
        await drawn("[data-testid=keylift-similar-client]");
        expect(text("[data-testid=keylift-empty]")).toContain("No client has the client ID acc");
        await press("[data-testid=keylift-similar-client]");
        await drawn("[data-testid=keylift-roles]", (table) => table.textContent?.includes("view-profile") === true);
        expect((find("[data-testid=keylift-client]") as HTMLInputElement).value).toBe("account");
    });
});
