// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0

import type { Environment } from "./environment";
import { readIdentity, type Identity } from "./identity";
import { createProofKey, randomText } from "./pkce";
import { followRedirects, landingPlace } from "./redirects";
import { SignedOutError } from "./signedOut";

interface Tokens {
    readonly accessToken: string;
    readonly refreshToken: string | undefined;
    /** In milliseconds since the epoch. */
    readonly expiresAt: number;
}

/** Tokens that expire within this time are renewed before use, in milliseconds. */
const SPARE_LIFE = 10_000;

/**
 * Gets access tokens for the administrator who is signed in to the console.
 *
 * The console does not share its tokens. These are issued to the same client in the same session, by the authorization
 * code flow with a proof key and without prompts, which succeeds only for a signed-in user. The flow ends with a
 * redirect to the console, which is followed but not displayed. Tokens are kept in memory only.
 *
 * All tokens belong to the user and session of the first one: a user who signs in later in another window is not
 * mistaken for the administrator of this console.
 */
export class SignIn {
    private tokens: Tokens | undefined;
    private pending: Promise<Tokens> | undefined;
    private first: Identity | undefined;

    constructor(private readonly environment: Environment) {}

    /**
     * Returns a token that is valid for at least some seconds.
     *
     * @throws SignedOutError if the user is signed out, or another user is signed in
     * @throws Error if the server is unreachable or fails
     */
    async token(): Promise<string> {
        if (this.tokens && this.tokens.expiresAt - Date.now() > SPARE_LIFE) {
            return this.tokens.accessToken;
        }
        this.pending ??= this.renew().finally(() => (this.pending = undefined));
        this.tokens = await this.pending;
        return this.tokens.accessToken;
    }

    /** Drops a token that the server has refused. */
    expire(): void {
        this.tokens = this.tokens && { ...this.tokens, expiresAt: 0 };
    }

    private async renew(): Promise<Tokens> {
        return (await this.refresh()) ?? (await this.authorize());
    }

    /** Gets tokens with the refresh token; `undefined` without a refresh token that the server accepts. */
    private async refresh(): Promise<Tokens | undefined> {
        const refreshToken = this.tokens?.refreshToken;
        if (!refreshToken) {
            return undefined;
        }
        const response = await this.requestTokens({ grant_type: "refresh_token", refresh_token: refreshToken });
        if (response.ok) {
            return readTokens(response);
        }
        if (!isRefusal(response)) {
            throw new Error(`HTTP ${response.status}`);
        }
        this.tokens = undefined;
        return undefined;
    }

    private async authorize(): Promise<Tokens> {
        const { verifier, challenge } = await createProofKey();
        const state = randomText();
        const request = new URL(`${this.endpoint()}/auth`);
        const redirectUri = landingPlace(request, new URL(this.environment.consoleBaseUrl, document.baseURI)).href;
        request.search = new URLSearchParams({
            client_id: this.environment.clientId,
            redirect_uri: redirectUri,
            response_type: "code",
            response_mode: "query",
            scope: "openid",
            prompt: "none",
            state,
            code_challenge: challenge,
            code_challenge_method: "S256",
        }).toString();
        const answer = await followRedirects(request);
        const code = answer.searchParams.get("code");
        if (!code || answer.searchParams.get("state") !== state || !answer.href.startsWith(redirectUri)) {
            throw new SignedOutError(answer.searchParams.get("error") ?? "no code");
        }
        const response = await this.requestTokens({
            grant_type: "authorization_code",
            code,
            redirect_uri: redirectUri,
            code_verifier: verifier,
        });
        if (!response.ok) {
            const status = `HTTP ${response.status}`;
            throw isRefusal(response) ? new SignedOutError(status) : new Error(status);
        }
        const { identity, ...tokens } = await readTokens(response);
        this.first ??= identity;
        if (identity?.sub !== this.first?.sub || identity?.sid !== this.first?.sid) {
            throw new SignedOutError("another session");
        }
        return tokens;
    }

    private requestTokens(grant: Record<string, string>): Promise<Response> {
        return fetch(`${this.endpoint()}/token`, {
            method: "POST",
            body: new URLSearchParams({ client_id: this.environment.clientId, ...grant }),
        });
    }

    private endpoint(): string {
        const { serverBaseUrl, realm } = this.environment;
        return `${serverBaseUrl}/realms/${encodeURIComponent(realm)}/protocol/openid-connect`;
    }
}

/** Whether the server refuses the grant for good. */
function isRefusal(response: Response): boolean {
    return response.status === 400 || response.status === 401;
}

async function readTokens(response: Response): Promise<Tokens & { readonly identity: Identity | undefined }> {
    const answer = (await response.json()) as {
        access_token: string;
        refresh_token?: string;
        id_token?: string;
        expires_in: number;
    };
    return {
        accessToken: answer.access_token,
        refreshToken: answer.refresh_token,
        expiresAt: Date.now() + answer.expires_in * 1000,
        identity: answer.id_token === undefined ? undefined : readIdentity(answer.id_token),
    };
}
