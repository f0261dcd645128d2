// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0

import { hashOf, type PageName, type Route } from "./console/route";
import { useLanguage } from "./language/language";

interface NavigationProps {
    readonly route: Route;
    /** Pages that the administrator may see. */
    readonly pages: readonly PageName[];
}

/** Our group of the console's navigation. */
export function Navigation({ route, pages }: NavigationProps) {
    const { t } = useLanguage();
    if (pages.length === 0) {
        return null;
    }
    return (
        <>
            <h2 className="pf-v5-c-nav__section-title" id="keylift-navigation">
                {t("nav.title")}
            </h2>
            <ul className="pf-v5-c-nav__list" role="list">
                {pages.map((page) => {
                    const current = route.page === page;
                    return (
                        <li key={page}>
                            <a
                                id={`nav-item-keylift-${page}`}
                                className={`pf-v5-c-nav__link${current ? " pf-m-current" : ""}`}
                                href={hashOf(route.realm, page)}
                                {...(current && { "aria-current": "page" as const })}
                            >
                                {t(`nav.${page}`)}
                            </a>
                        </li>
                    );
                })}
            </ul>
        </>
    );
}
