// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0

export const PAGES = ["imports", "departments", "capabilities", "timings"] as const;
export type PageName = (typeof PAGES)[number];

/** The console's address, as far as it is used here. */
export interface Route {
    /** The administered realm. */
    readonly realm: string;
    /** One of our pages; `undefined` for a page of the console. */
    readonly page: PageName | undefined;
    /** Segments after the page's name, decoded. */
    readonly rest: readonly string[];
}

const SEGMENT = "keylift";

/**
 * @param hash of the address, such as `#/acme/keylift/timings`: the console's router knows no route of that name, so
 *   it shows nothing
 * @param home realm that is administered while the address names none
 *
 * Segments `.` and `..` are left out: in the address of a request they would be steps, encoded or not.
 */
export function parseRoute(hash: string, home: string): Route {
    const path = hash.replace(/^#?\/?/, "").split("?")[0] ?? "";
    const [realm = "", segment, page, ...rest] = path
        .split("/")
        .map(decode)
        .map((part) => (part === "." || part === ".." ? "" : part));
    return {
        realm: realm || home,
        page: segment === SEGMENT ? PAGES.find((name) => name === page) : undefined,
        rest: rest.filter((part) => part !== ""),
    };
}

export function hashOf(realm: string, page: PageName, ...rest: readonly string[]): string {
    return `#/${[realm, SEGMENT, page, ...rest].map(encodeURIComponent).join("/")}`;
}

export function sameRoute(a: Route, b: Route): boolean {
    return a.realm === b.realm && a.page === b.page && a.rest.join("/") === b.rest.join("/");
}

function decode(segment: string): string {
    try {
        return decodeURIComponent(segment);
    } catch {
        return segment;
    }
}
