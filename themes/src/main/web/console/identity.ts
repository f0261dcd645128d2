// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0

/** The user and session of tokens. */
export interface Identity {
    /** Id of the user. */
    readonly sub: string;
    /** Id of the session. */
    readonly sid: string;
}

/** Reads an ID token. It comes from the server directly, so its signature need not be checked. */
export function readIdentity(idToken: string): Identity {
    const payload = idToken.split(".")[1] ?? "";
    const bytes = Uint8Array.from(atob(payload.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));
    return JSON.parse(new TextDecoder().decode(bytes)) as Identity;
}
