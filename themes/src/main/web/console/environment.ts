// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0

const FIELDS = ["serverBaseUrl", "adminBaseUrl", "consoleBaseUrl", "realm", "masterRealm", "clientId"] as const;

/** The parts of the console page's element `environment` that are used here. */
export interface Environment extends Readonly<Record<(typeof FIELDS)[number], string>> {
    /** Base URL of the server for sign-in, without a trailing slash. */
    readonly serverBaseUrl: string;
    /** Base URL of the Admin API, without a trailing slash. */
    readonly adminBaseUrl: string;
    /** URL or path of the console. */
    readonly consoleBaseUrl: string;
    /** Realm in which administrators of this console sign in. */
    readonly realm: string;
    /** Realm whose administrators manage all realms. */
    readonly masterRealm: string;
    readonly clientId: string;
}

/** @throws Error if the page is not a console page, or one of an unsupported version */
export function readEnvironment(page: Document): Environment {
    const text = page.getElementById("environment")?.textContent;
    if (!text) {
        throw new Error("This page has no environment of Keycloak's admin console");
    }
    const environment = JSON.parse(text) as Partial<Environment>;
    const missing = FIELDS.filter((field) => typeof environment[field] !== "string" || environment[field] === "");
    if (missing.length > 0) {
        throw new Error(`The environment of Keycloak's admin console lacks ${missing.join(", ")}`);
    }
    return environment as Environment;
}
