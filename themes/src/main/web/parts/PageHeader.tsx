// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0

import type { ReactNode } from "react";
import type { PageName } from "../console/route";
import { useLanguage } from "../language/language";
import { Alert } from "./Alert";

interface PageHeaderProps {
    readonly page: PageName;
    /** Purpose of the page. */
    readonly about?: string;
    /** Realm in which the administrator must not view the page. */
    readonly forbiddenIn?: string;
    readonly children?: ReactNode;
}

/** Title of a page, like that of the console's own pages. */
export function PageHeader({ page, about, forbiddenIn, children }: PageHeaderProps) {
    const { t } = useLanguage();
    return (
        <>
            <section className="pf-v5-c-page__main-section pf-m-light">
                <h1 className="pf-v5-c-title pf-m-2xl" data-testid="view-header">
                    {t(`nav.${page}`)}
                </h1>
                {about && <p className="keylift-about">{about}</p>}
                {forbiddenIn !== undefined && (
                    <Alert
                        kind="danger"
                        title={t("page.forbidden", { realm: forbiddenIn })}
                        testId="keylift-forbidden"
                    />
                )}
                {children}
            </section>
            <hr className="pf-v5-c-divider" />
        </>
    );
}
