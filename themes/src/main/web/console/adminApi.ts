// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0

import type { SignIn } from "./signIn";

/** A response of the Admin API without success. Its message is that of the server. */
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
    /** A body that is sent unchanged. A `File` is streamed from the disk. */
    readonly body?: Blob;
    /** A body that is sent as JSON. */
    readonly json?: unknown;
    readonly signal?: AbortSignal;
}

/** Calls the Admin API as the administrator who is signed in to the console. */
export class AdminApi {
    constructor(
        private readonly signIn: SignIn,
        private readonly baseUrl: string,
    ) {}

    /**
     * Sends a GET request and returns the response as JSON.
     *
     * @param path path below `/admin` with encoded segments
     * @throws ApiError if the status is not 2xx
     */
    async get<T>(path: string, query?: Query, signal?: AbortSignal): Promise<T> {
        const response = await this.send(path, { ...(query && { query }), ...(signal && { signal }) });
        return (await response.json()) as T;
    }

    /**
     * @param path path below `/admin` with encoded segments
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

/** The server's error message, from either of the two formats that Keycloak uses. */
async function errorMessage(response: Response): Promise<string> {
    const text = await response.text();
    try {
        const error = JSON.parse(text) as { errorMessage?: string; error_description?: string; error?: string };
        return error.errorMessage ?? error.error_description ?? error.error ?? `HTTP ${response.status}`;
    } catch {
        return `HTTP ${response.status}`;
    }
}
