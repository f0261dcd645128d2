// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { SignIn } from "../../main/web/console/signIn";

const SERVER = "http://kc.example";
const CONSOLE = `${SERVER}/admin/acme/console/`;
const ENVIRONMENT = {
    serverBaseUrl: SERVER,
    adminBaseUrl: SERVER,
    consoleBaseUrl: CONSOLE,
    realm: "acme",
    masterRealm: "master",
    clientId: "security-admin-console",
};

type Who = { readonly sub: string; readonly sid: string };
const ADA: Who = { sub: "ada", sid: "s1" };

/** The user of the cookie; undefined without a session. */
let cookie: Who | undefined;
/** The token endpoint's answer instead of tokens. */
let broken: Response | Error | undefined;
/** The authorization endpoint's answer instead of a redirect. */
let away: Response | Error | undefined;
/** Whether refresh tokens are not taken any more. */
let revoked: boolean;
let grants: string[];
let issued: number;

function tokens(who: Who): Response {
    const part = (value: unknown) => btoa(JSON.stringify(value)).replaceAll("=", "");
    return Response.json({
        access_token: `access-${++issued}`,
        refresh_token: `${who.sub}/${who.sid}`,
        id_token: `${part({})}.${part(who)}.signature`,
        expires_in: 60,
    });
}

async function answer(input: URL | string, init: RequestInit = {}): Promise<Response> {
    const url = new URL(input);
    if (url.pathname.endsWith("/auth")) {
        if (away) {
            return away instanceof Error ? Promise.reject(away) : away;
        }
        const query = cookie ? "code=c" : "error=login_required";
        const page = new Response("<html>");
        Object.defineProperty(page, "url", { value: `${CONSOLE}?${query}&state=${url.searchParams.get("state")}` });
        return page;
    }
    const grant = init.body as URLSearchParams;
    grants.push(grant.get("grant_type") ?? "");
    if (broken) {
        return broken instanceof Error ? Promise.reject(broken) : broken.clone();
    }
    const [sub = "", sid = ""] = (grant.get("refresh_token") ?? "").split("/");
    if (grant.get("grant_type") === "refresh_token") {
        return cookie?.sid === sid && !revoked
            ? tokens({ sub, sid })
            : Response.json({ error: "invalid_grant" }, { status: 400 });
    }
    return cookie ? tokens(cookie) : Response.json({ error: "invalid_grant" }, { status: 400 });
}

const after = (millis: number) => vi.setSystemTime(Date.now() + millis);

async function failureOf(promise: Promise<unknown>): Promise<{ name: string; message: string }> {
    const error = await promise.then(
        () => undefined,
        (reason: unknown) => reason,
    );
    return { name: (error as object | undefined)?.constructor.name ?? "none", message: String(error) };
}

beforeEach(() => {
    vi.useFakeTimers({ toFake: ["Date"] });
    vi.stubGlobal("fetch", answer);
    vi.stubGlobal("location", new URL(CONSOLE));
    cookie = ADA;
    broken = away = undefined;
    revoked = false;
    grants = [];
    issued = 0;
});

afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
});

describe("A token", () => {
    it("is used for as long as it is valid, and asked for once by all who want one", async () => {
        const signIn = new SignIn(ENVIRONMENT);
        expect(await Promise.all([signIn.token(), signIn.token()])).toEqual(["access-1", "access-1"]);
        expect(await signIn.token()).toBe("access-1");
        expect(grants).toEqual(["authorization_code"]);
    });

    it("is renewed with the refresh token", async () => {
        const signIn = new SignIn(ENVIRONMENT);
        await signIn.token();
        after(60_000);
        expect(await signIn.token()).toBe("access-2");
        expect(grants).toEqual(["authorization_code", "refresh_token"]);
    });

    it("is asked for by the session where the refresh token is not taken any more", async () => {
        const signIn = new SignIn(ENVIRONMENT);
        await signIn.token();
        after(60_000);
        revoked = true;
        expect(await signIn.token()).toBe("access-2");
        expect(grants).toEqual(["authorization_code", "refresh_token", "authorization_code"]);
    });

    it("is none for who is signed out", async () => {
        cookie = undefined;
        expect((await failureOf(new SignIn(ENVIRONMENT).token())).name).toBe("SignedOutError");
    });
});

describe("A failure that passes", () => {
    it.each([
        ["the server answers 503", () => new Response("", { status: 503 })],
        ["the server answers 429", () => new Response("", { status: 429 })],
        ["the network is away", () => new TypeError("Failed to fetch")],
    ])("is no end of the session: %s", async (_, failure) => {
        const signIn = new SignIn(ENVIRONMENT);
        await signIn.token();
        after(60_000);
        broken = away = failure();
        expect((await failureOf(signIn.token())).name).not.toBe("SignedOutError");
        broken = away = undefined;
        expect(await signIn.token()).toBe("access-2");
        expect(grants.at(-1)).toBe("refresh_token");
    });

    it("is none at the start either", async () => {
        away = new TypeError("Failed to fetch");
        const signIn = new SignIn(ENVIRONMENT);
        expect((await failureOf(signIn.token())).name).not.toBe("SignedOutError");
        away = new Response("", { status: 503 });
        expect((await failureOf(signIn.token())).name).not.toBe("SignedOutError");
        away = undefined;
        expect(await signIn.token()).toBe("access-1");
    });
});

describe("Somebody else's session", () => {
    it.each([
        ["another user", { sub: "bob", sid: "s2" }],
        ["another session", { sub: "ada", sid: "s2" }],
    ])("is not taken over: %s", async (_, other) => {
        const signIn = new SignIn(ENVIRONMENT);
        await signIn.token();
        after(60_000);
        cookie = other;
        expect((await failureOf(signIn.token())).name).toBe("SignedOutError");
        expect((await failureOf(signIn.token())).name).toBe("SignedOutError");
        cookie = ADA;
        expect(await signIn.token()).toMatch(/^access-/);
    });
});
