// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0

/** What the console's page says about itself, in the element `environment`; the part of it that is used here. */
export interface Environment {
    /** Root of the server that people sign in to, without a slash at the end. */
    readonly serverBaseUrl: string;
    /** Root of the Admin API's server, without a slash at the end. */
    readonly adminBaseUrl: string;
    /** Address or path of the console. */
    readonly consoleBaseUrl: string;
    /** Realm that administrators of this console sign in to. */
    readonly realm: string;
    readonly clientId: string;
}

/** @throws Error if the page is not the console's */
export function readEnvironment(page: Document): Environment {
    const text = page.getElementById("environment")?.textContent;
    if (!text) {
        throw new Error("This page has no environment of Keycloak's admin console");
    }
    return JSON.parse(text) as Environment;
}
