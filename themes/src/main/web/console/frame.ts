// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0

import { parseRoute, sameRoute, type Route } from "./route";

/** Id of the element in which the console shows its pages. */
const CONSOLE_PAGE = "kc-main-content-page-container";
const CONSOLE_NAVIGATION = ".pf-v5-c-page__sidebar .pf-v5-c-nav";

/** Version of Keycloak whose console has these elements. */
export const SUPPORTED = "26.7";
/** Maximum time until the console has rendered them, in milliseconds. */
const DRAWN_WITHIN = 20_000;

/**
 * Our two elements in the console: a group of its navigation, and a page that replaces the console's page.
 *
 * The console is rendered by its own React, which can render again at any time. So after each change our elements are
 * put back if they are missing. Elements of the console are neither moved nor changed: while our page is shown, the
 * style sheet hides the console's page.
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
        // In a narrow window, the console folds its navigation when its page is touched. Our page replaces it, so it
        // passes touches on.
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
     * Starts following the console.
     *
     * @returns function that stops it
     */
    start(): () => void {
        const follow = () => this.follow();
        // The console's router changes the address without an event, but it always renders after a change.
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

    /** The current page of the console or ours. */
    get address(): string {
        return this.hash;
    }

    /** Whether the console is rendered, which it is for administrators who are signed in. */
    get ready(): boolean {
        return this.shown;
    }

    readonly subscribe = (listener: () => void): (() => void) => {
        this.listeners.add(listener);
        return () => this.listeners.delete(listener);
    };

    /**
     * Another version of the console may have other elements. Then our pages are invisible, and only this warning says
     * why.
     */
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
        // In another realm the console may append other groups, so ours moves to the end again. It does not move when
        // another extension appends one.
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
