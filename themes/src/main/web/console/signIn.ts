// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0

import type { Environment } from "./environment";
import { createProofKey, randomText } from "./pkce";
import { followRedirects, landingPlace } from "./redirects";

/** The administrator's session has ended, or this page cannot reach it. */
export class SignedOutError extends Error {}

interface Tokens {
    readonly accessToken: string;
    readonly refreshToken: string | undefined;
    /** As `Date.now()` counts. */
    readonly expiresAt: number;
}

/** A token that expires sooner is renewed before it is used, in milliseconds. */
const SPARE_LIFE = 10_000;

/**
 * Access tokens for the administrator who is signed in to the console.
 *
 * The console keeps its own tokens to itself. These are issued to the same client in the same session: by the
 * authorization code flow with a proof key and without any prompt, which only succeeds for who is signed in already.
 * The answer of that flow is a redirect to the console's address, which is followed and not shown. Tokens are held in
 * memory alone.
 */
export class SignIn {
    private tokens: Tokens | undefined;
    private pending: Promise<Tokens> | undefined;

    constructor(private readonly environment: Environment) {}

    /**
     * A token that is valid for some seconds at least.
     *
     * @throws SignedOutError if nobody is signed in any more
     */
    async token(): Promise<string> {
        if (this.tokens && this.tokens.expiresAt - Date.now() > SPARE_LIFE) {
            return this.tokens.accessToken;
        }
        this.pending ??= this.renew().finally(() => (this.pending = undefined));
        this.tokens = await this.pending;
        return this.tokens.accessToken;
    }

    /** Forgets a token that the server has refused. */
    expire(): void {
        this.tokens = this.tokens && { ...this.tokens, expiresAt: 0 };
    }

    private async renew(): Promise<Tokens> {
        const refreshToken = this.tokens?.refreshToken;
        this.tokens = undefined;
        if (refreshToken) {
            const response = await this.requestTokens({ grant_type: "refresh_token", refresh_token: refreshToken });
            if (response.ok) {
                return readTokens(response);
            }
        }
        return this.authorize();
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
        const answer = await followRedirects(request).catch((error: unknown) => {
            throw new SignedOutError(String(error));
        });
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
            throw new SignedOutError(`status ${response.status}`);
        }
        return readTokens(response);
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

async function readTokens(response: Response): Promise<Tokens> {
    const answer = (await response.json()) as { access_token: string; refresh_token?: string; expires_in: number };
    return {
        accessToken: answer.access_token,
        refreshToken: answer.refresh_token,
        expiresAt: Date.now() + answer.expires_in * 1000,
    };
}
