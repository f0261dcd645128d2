// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0

import { parseRoute, sameRoute, type Route } from "./route";

/** Id of the element in which the console shows its pages. */
const CONSOLE_PAGE = "kc-main-content-page-container";
const CONSOLE_NAVIGATION = ".pf-v5-c-page__sidebar .pf-v5-c-nav";

/** Version of Keycloak whose console has these. */
export const SUPPORTED = "26.7";
/** How long the console may take to draw them, in milliseconds. */
const DRAWN_WITHIN = 20_000;

/**
 * Our two places in the console: a group of its navigation, and a page that stands in the place of its own.
 *
 * The console is drawn by a React of which we know nothing but the result. It draws anew as it likes, so that with
 * every change
 * our elements are put back where they belong, if they are not there. What is the console's is neither moved nor
 * changed: while a
 * page of ours is shown, the style sheet hides the console's.
 */
export class Frame {
    readonly navigation: HTMLElement;
    readonly page: HTMLElement;
    private readonly listeners = new Set<() => void>();
    private current: Route;
    private hash = "";
    private shown = false;

    constructor(
        private readonly document: Document,
        private readonly home: string,
    ) {
        this.navigation = document.createElement("section");
        this.navigation.className = "pf-v5-c-nav__section";
        this.navigation.setAttribute("aria-labelledby", "keylift-navigation");
        this.page = document.createElement("main");
        this.page.id = "keylift-page";
        this.page.className = "pf-v5-c-page__main";
        this.page.tabIndex = -1;
        // In a narrow window, the console folds its navigation up as soon as its page is touched. Ours stands in its
        // place.
        for (const touch of ["mousedown", "touchstart"]) {
            this.page.addEventListener(
                touch,
                () => document.getElementById(CONSOLE_PAGE)?.dispatchEvent(new Event(touch)),
                {
                    passive: true,
                },
            );
        }
        this.hash = document.location.hash;
        this.current = parseRoute(this.hash, home);
    }

    /**
     * Begins to follow the console.
     *
     * @returns what ends it
     */
    start(): () => void {
        const follow = () => this.follow();
        // The console's router changes the address without an event that others hear of; but it always draws
        // something then.
        const observer = new MutationObserver(follow);
        observer.observe(this.document.body, { childList: true, subtree: true });
        window.addEventListener("popstate", follow);
        window.addEventListener("hashchange", follow);
        follow();
        const timer = setTimeout(() => this.warn(), DRAWN_WITHIN);
        return () => {
            clearTimeout(timer);
            observer.disconnect();
            window.removeEventListener("popstate", follow);
            window.removeEventListener("hashchange", follow);
        };
    }

    get route(): Route {
        return this.current;
    }

    /** The console's present page, its own or one of ours. */
    get address(): string {
        return this.hash;
    }

    /** Whether the console is drawn, which it is for those who are signed in. */
    get ready(): boolean {
        return this.shown;
    }

    readonly subscribe = (listener: () => void): (() => void) => {
        this.listeners.add(listener);
        return () => this.listeners.delete(listener);
    };

    /** The console of another version may have other elements: then our pages are not seen, and nothing else says why. */
    private warn(): void {
        const missing = [
            ...(this.document.getElementById(CONSOLE_PAGE) ? [] : [`#${CONSOLE_PAGE}`]),
            ...(this.document.querySelector(CONSOLE_NAVIGATION) ? [] : [CONSOLE_NAVIGATION]),
        ];
        if (missing.length > 0) {
            console.warn(
                `Keylift: this console has no ${missing.join(" and no ")}; Keylift's pages support Keycloak ${SUPPORTED}`,
            );
        }
    }

    private follow(): void {
        const consolePage = this.document.getElementById(CONSOLE_PAGE);
        const navigation = this.document.querySelector(CONSOLE_NAVIGATION);
        const route = parseRoute(this.document.location.hash, this.home);
        // Another realm may have other groups, which the console adds at the end. Others who add some are not to be
        // fought.
        if (navigation && (this.navigation.parentElement !== navigation || route.realm !== this.current.realm)) {
            navigation.append(this.navigation);
        }
        if (consolePage && this.page.parentElement !== consolePage.parentElement) {
            consolePage.after(this.page);
        }
        const shown = consolePage !== null;
        this.document.documentElement.toggleAttribute("data-keylift-page", shown && route.page !== undefined);
        const { hash } = this.document.location;
        const moved = !sameRoute(route, this.current);
        if (moved || shown !== this.shown || hash !== this.hash) {
            if (moved) {
                this.current = route;
            }
            this.hash = hash;
            this.shown = shown;
            this.listeners.forEach((listener) => listener());
        }
    }
}
