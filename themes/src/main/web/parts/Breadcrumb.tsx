// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0

import { useLanguage } from "../language/language";

interface BreadcrumbProps {
    readonly parents: readonly { readonly href: string; readonly label: string }[];
    readonly current: string;
}

/** Breadcrumb from the page to the current view. */
export function Breadcrumb({ parents, current }: BreadcrumbProps) {
    const { t } = useLanguage();
    return (
        <nav className="pf-v5-c-breadcrumb" aria-label={t("page.breadcrumb")}>
            <ol className="pf-v5-c-breadcrumb__list" role="list">
                {parents.map((parent) => (
                    <li key={parent.href} className="pf-v5-c-breadcrumb__item">
                        <a className="pf-v5-c-breadcrumb__link" href={parent.href} data-testid="keylift-back">
                            {parent.label}
                        </a>
                        <span className="keylift-breadcrumb-divider" aria-hidden="true">
                            ›
                        </span>
                    </li>
                ))}
                <li className="pf-v5-c-breadcrumb__item keylift-text">
                    <span aria-current="page">{current}</span>
                </li>
            </ol>
        </nav>
    );
}
