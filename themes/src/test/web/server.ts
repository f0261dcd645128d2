// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0

import { vi } from "vitest";
import { AdminApi } from "../../main/web/console/adminApi";
import type { SignIn } from "../../main/web/console/signIn";

export const BASE = "http://kc.example";

export interface Asked {
    readonly method: string;
    /** With the query. */
    readonly path: string;
    readonly headers: Headers;
    readonly body: unknown;
    readonly signal: AbortSignal | undefined;
}

type Answer = (asked: Asked, ...groups: string[]) => unknown;

/** A server that browsers' requests go to: what it has no answer for is not found. */
export class Server {
    readonly asked: Asked[] = [];
    private readonly answers: { readonly method: string; readonly path: RegExp; readonly answer: Answer }[] = [];

    constructor() {
        vi.stubGlobal("fetch", (url: URL | string, init: RequestInit = {}) => this.fetch(new URL(url), init));
    }

    /** Later answers go before earlier ones. A value is sent as JSON. */
    on(method: string, path: RegExp, answer: Answer): this {
        this.answers.unshift({ method, path, answer });
        return this;
    }

    count(method: string, path: RegExp): number {
        return this.asked.filter((each) => each.method === method && path.test(each.path)).length;
    }

    /** The Admin API for who is signed in. */
    api(): AdminApi {
        return new AdminApi({ token: async () => "token", expire: () => undefined } as unknown as SignIn, BASE);
    }

    private async fetch(url: URL, init: RequestInit): Promise<Response> {
        const asked: Asked = {
            method: init.method ?? "GET",
            path: decodeURIComponent(url.pathname + url.search),
            headers: new Headers(init.headers),
            body: init.body,
            signal: init.signal ?? undefined,
        };
        this.asked.push(asked);
        for (const { method, path, answer } of this.answers) {
            const match = method === asked.method && path.exec(asked.path);
            if (match) {
                const found = await unlessAborted(answer(asked, ...match.slice(1)), asked.signal);
                return found instanceof Response ? found : Response.json(found);
            }
        }
        return Response.json({ errorMessage: "Not found" }, { status: 404 });
    }
}

function unlessAborted(answer: unknown, signal: AbortSignal | undefined): Promise<unknown> {
    return Promise.race([
        answer,
        new Promise((_, fail) =>
            signal?.addEventListener("abort", () => fail(new DOMException("aborted", "AbortError"))),
        ),
    ]);
}

/** A promise that a test resolves itself. */
export function held<T>(): { readonly promise: Promise<T>; readonly end: (value: T) => void } {
    let end!: (value: T) => void;
    const promise = new Promise<T>((resolve) => (end = resolve));
    return { promise, end };
}
