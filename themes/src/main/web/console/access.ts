// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0

import type { AdminApi } from "./adminApi";
import { PAGES, type PageName } from "./route";

/** The answer of the console's request about the administrator. */
interface WhoAmI {
    readonly locale?: string;
    /** Admin roles by name of the realm. */
    readonly realm_access?: Readonly<Record<string, readonly string[]>>;
}

interface ServerInfo {
    readonly providers?: Readonly<Record<string, { readonly providers?: Readonly<Record<string, unknown>> }>>;
}

interface RealmSummary {
    readonly organizationsEnabled?: boolean;
}

/** The administrator's rights in a realm, and their language. */
export interface Access {
    readonly locale: string;
    readonly pages: readonly PageName[];
    /**
     * Whether the administrator may view members of departments. View access to organizations alone does not include
     * it.
     */
    readonly seesPeople: boolean;
    /** Whether the administrator may change roles of the realm. */
    readonly managesRealm: boolean;
    /** Whether the administrator may change roles of any client. */
    readonly managesClients: boolean;
}

/** SPI of our REST resources. The server info lists the resources that the server has. */
const RESOURCES = "admin-realm-restapi-extension";

/**
 * Roles that can open each page. What the administrator may do there is up to the server. The names are Keycloak's;
 * `query-` roles belong to fine-grained permissions.
 */
const ROLES: Readonly<Record<PageName, readonly string[]>> = {
    imports: [
        "manage-users",
        "manage-organizations",
        "manage-realm",
        "manage-clients",
        "manage-authorization",
        "query-users",
        "query-groups",
        "query-clients",
    ],
    departments: ["view-organizations", "manage-organizations", "query-organizations"],
    capabilities: ["view-realm", "manage-realm"],
    timings: ["view-realm", "manage-realm"],
};

const PEOPLE: readonly string[] = ["view-users", "manage-users"];

const PROVIDERS: Readonly<Record<PageName, string | undefined>> = {
    imports: "bulk-import",
    departments: undefined,
    capabilities: "capabilities",
    timings: "request-timings",
};

/**
 * Asks the server what the administrator may see in a realm. It asks for roles first and omits requests that would be
 * refused.
 *
 * @param home realm in which the administrator signed in
 */
export async function readAccess(api: AdminApi, home: string, realm: string): Promise<Access> {
    const whoAmI = await api.get<WhoAmI>(`/${encodeURIComponent(home)}/console/whoami`, { currentRealm: realm });
    const locale = whoAmI.locale ?? "en";
    const roles = new Set(whoAmI.realm_access?.[realm] ?? []);
    const rights = {
        seesPeople: PEOPLE.some((role) => roles.has(role)),
        managesRealm: roles.has("manage-realm"),
        managesClients: roles.has("manage-clients"),
    };
    const allowed = PAGES.filter((page) => ROLES[page].some((role) => roles.has(role)));
    if (allowed.length === 0) {
        return { locale, pages: [], ...rights };
    }
    const [info, summary] = await Promise.all([
        api.get<ServerInfo>("/serverinfo"),
        api.get<RealmSummary>(`/realms/${encodeURIComponent(realm)}`),
    ]);
    const installed = info.providers?.[RESOURCES]?.providers ?? {};
    const pages = allowed.filter((page) => {
        const provider = PROVIDERS[page];
        return provider === undefined ? summary.organizationsEnabled === true : provider in installed;
    });
    return { locale, pages: await withoutRefused(api, realm, pages), ...rights };
}

/**
 * With fine-grained permissions, a role opens a page for some administrators only. For imports, the server tells by
 * kind.
 */
async function withoutRefused(api: AdminApi, realm: string, pages: readonly PageName[]): Promise<readonly PageName[]> {
    if (!pages.includes("imports")) {
        return pages;
    }
    const kinds = await api.get<readonly { readonly permitted: boolean }[]>(
        `/realms/${encodeURIComponent(realm)}/bulk-import/kinds`,
    );
    return kinds.some((kind) => kind.permitted) ? pages : pages.filter((page) => page !== "imports");
}
