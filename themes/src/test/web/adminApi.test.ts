// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { AdminApi, ApiError } from "../../main/web/console/adminApi";
import type { SignIn } from "../../main/web/console/signIn";
import { BASE, Server } from "./server";

let server: Server;
let api: AdminApi;
/** The token that the server takes. */
let valid: string;

beforeEach(() => {
    valid = "token-1";
    let token = 1;
    const signIn = { token: async () => `token-${token}`, expire: () => void token++ };
    server = new Server().on("GET", /./, ({ headers }) =>
        headers.get("Authorization") === `Bearer ${valid}` ? { name: "acme" } : new Response("", { status: 401 }),
    );
    api = new AdminApi(signIn as unknown as SignIn, BASE);
});

afterEach(() => {
    vi.unstubAllGlobals();
});

async function failureOf(answer: () => unknown): Promise<ApiError> {
    server.on("GET", /./, answer);
    return api.get("/realms").then(
        () => Promise.reject(new Error("no failure")),
        (error: ApiError) => error,
    );
}

describe("The Admin API", () => {
    it("is asked as the administrator, for what a query says", async () => {
        expect(await api.get("/realms", { search: "a b", first: 0, max: undefined, empty: "" })).toEqual({
            name: "acme",
        });
        expect(server.asked.map(({ path }) => path)).toEqual(["/admin/realms?search=a+b&first=0"]);
    });

    it("is asked once more with another token where the server refuses one", async () => {
        valid = "token-2";
        expect(await api.get("/realms")).toEqual({ name: "acme" });
        expect(server.asked).toHaveLength(2);
        valid = "none";
        await expect(api.get("/realms")).rejects.toMatchObject({ status: 401 });
        expect(server.asked).toHaveLength(4);
    });

    it("is sent JSON, or a body as it is", async () => {
        server.on("POST", /./, () => ({}));
        const body = new Blob(["a"]);
        await api.send("/x", { method: "POST", json: { a: 1 } });
        await api.send("/x", { method: "POST", body, headers: { "Content-Type": "text/csv" } });
        expect(server.asked.map((asked) => asked.headers.get("Content-Type"))).toEqual([
            "application/json",
            "text/csv",
        ]);
        expect(server.asked[0]?.body).toBe('{"a":1}');
        expect(server.asked[1]?.body).toBe(body);
    });

    it.each([
        [{ errorMessage: "no", error: "other" }, "no"],
        [{ error: "invalid", error_description: "because" }, "because"],
        [{ error: "invalid" }, "invalid"],
        [{}, "HTTP 409"],
    ])("says why it refuses something, in each of Keycloak's shapes: %j", async (body, message) => {
        const error = await failureOf(() => Response.json(body, { status: 409 }));
        expect(error).toBeInstanceOf(ApiError);
        expect(error).toMatchObject({ status: 409, message });
    });

    it("may answer with something that is no JSON", async () => {
        expect(await failureOf(() => new Response("<html>", { status: 502 }))).toMatchObject({
            status: 502,
            message: "HTTP 502",
        });
    });
});
