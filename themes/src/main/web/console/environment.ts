// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0

const FIELDS = ["serverBaseUrl", "adminBaseUrl", "consoleBaseUrl", "realm", "clientId"] as const;

/** What the console's page says about itself, in the element `environment`; the part of it that is used here. */
export interface Environment extends Readonly<Record<(typeof FIELDS)[number], string>> {
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

/** @throws Error if the page is not the console's, or not that of a version that is supported */
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
