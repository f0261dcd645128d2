// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0

/** Whose tokens they are. */
export interface Identity {
    /** Id of the user. */
    readonly sub: string;
    /** Id of the session. */
    readonly sid: string;
}

/** What an ID token says. It comes from the server itself, so that its signature need not be checked. */
export function readIdentity(idToken: string): Identity {
    const payload = idToken.split(".")[1] ?? "";
    const bytes = Uint8Array.from(atob(payload.replaceAll("-", "+").replaceAll("_", "/")), (c) => c.charCodeAt(0));
    return JSON.parse(new TextDecoder().decode(bytes)) as Identity;
}
