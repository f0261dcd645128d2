// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0

/** The two parts of a proof key (RFC 7636). */
export interface ProofKey {
    readonly verifier: string;
    /** SHA-256 of the verifier, for method `S256`. */
    readonly challenge: string;
}

export async function createProofKey(): Promise<ProofKey> {
    const verifier = randomText();
    const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(verifier));
    return { verifier, challenge: base64Url(new Uint8Array(digest)) };
}

/** 256 random bits as text. */
export function randomText(): string {
    return base64Url(crypto.getRandomValues(new Uint8Array(32)));
}

function base64Url(bytes: Uint8Array): string {
    return btoa(String.fromCharCode(...bytes))
        .replaceAll("+", "-")
        .replaceAll("/", "_")
        .replaceAll("=", "");
}
