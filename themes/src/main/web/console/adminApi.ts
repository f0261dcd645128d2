// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0

import type { SignIn } from "./signIn";

/** An answer of the Admin API that is not a success; its message is what the server says. */
export class ApiError extends Error {
    constructor(
        readonly status: number,
        message: string,
    ) {
        super(message);
    }
}

export type Query = Readonly<Record<string, string | number | boolean | undefined>>;

export interface Sending {
    readonly method?: string;
    readonly query?: Query;
    readonly headers?: Readonly<Record<string, string>>;
    /** A body that is sent as it is: a `File` goes from the disk to the network without being loaded. */
    readonly body?: Blob;
    /** A body that is sent as JSON. */
    readonly json?: unknown;
    readonly signal?: AbortSignal;
}

/** The Admin API, called as the administrator who is signed in to the console. */
export class AdminApi {
    constructor(
        private readonly signIn: SignIn,
        private readonly baseUrl: string,
    ) {}

    /**
     * What a GET answers with, as JSON.
     *
     * @param path below `/admin`, its segments encoded
     * @throws ApiError if the status is not 2xx
     */
    async get<T>(path: string, query?: Query, signal?: AbortSignal): Promise<T> {
        const response = await this.send(path, { ...(query && { query }), ...(signal && { signal }) });
        return (await response.json()) as T;
    }

    /**
     * @param path below `/admin`, its segments encoded
     * @throws ApiError if the status is not 2xx
     */
    async send(path: string, sending: Sending = {}): Promise<Response> {
        let response = await this.attempt(path, sending);
        if (response.status === 401) {
            this.signIn.expire();
            response = await this.attempt(path, sending);
        }
        if (!response.ok) {
            throw new ApiError(response.status, await errorMessage(response));
        }
        return response;
    }

    private async attempt(path: string, sending: Sending): Promise<Response> {
        const url = new URL(`${this.baseUrl}/admin${path}`);
        for (const [name, value] of Object.entries(sending.query ?? {})) {
            if (value !== undefined && value !== "") {
                url.searchParams.set(name, String(value));
            }
        }
        const headers: Record<string, string> = {
            Authorization: `Bearer ${await this.signIn.token()}`,
            ...sending.headers,
        };
        const body = sending.json === undefined ? sending.body : JSON.stringify(sending.json);
        if (sending.json !== undefined) {
            headers["Content-Type"] = "application/json";
        }
        return fetch(url, {
            method: sending.method ?? "GET",
            headers,
            ...(body !== undefined && { body }),
            ...(sending.signal && { signal: sending.signal }),
        });
    }
}

/** What the server says of an error, in either of the shapes that Keycloak has. */
async function errorMessage(response: Response): Promise<string> {
    const text = await response.text();
    try {
        const error = JSON.parse(text) as { errorMessage?: string; error_description?: string; error?: string };
        return error.errorMessage ?? error.error_description ?? error.error ?? `HTTP ${response.status}`;
    } catch {
        return `HTTP ${response.status}`;
    }
}
