// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from "vitest";
import type { Query } from "../../main/web/console/adminApi";
import type { Realm } from "../../main/web/console/realm";
import { Capabilities } from "../../main/web/pages/capabilities/capabilities";

const CLIENTS = [{ id: "1", clientId: "shop" }];

/** A realm with one client, which notes what it is asked for. */
function realm() {
    const asked: [string, Query][] = [];
    const get = async (path: string, query: Query) => {
        asked.push([path, query]);
        return path === "/clients" ? CLIENTS.filter(({ clientId }) => clientId === query.clientId) : [path];
    };
    return { capabilities: new Capabilities({ get } as unknown as Realm), asked };
}

describe("Roles", () => {
    it("are those of the realm without a client", async () => {
        const { capabilities, asked } = realm();
        expect(await capabilities.roles("", { first: 20 })).toEqual(["/roles"]);
        expect(asked).toEqual([["/roles", { first: 20 }]]);
    });

    it("are those of the client that has exactly this client id", async () => {
        const { capabilities, asked } = realm();
        expect(await capabilities.roles("shop", { first: 20 })).toEqual(["/clients/1/roles"]);
        expect(asked).toEqual([
            ["/clients", { clientId: "shop" }],
            ["/clients/1/roles", { first: 20 }],
        ]);
    });

    it("are none while there is no such client", async () => {
        expect(await realm().capabilities.roles("sho", {})).toEqual([]);
    });
});
