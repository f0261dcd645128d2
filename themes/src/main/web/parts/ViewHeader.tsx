// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0

import type { ReactNode } from "react";
import { useRealm } from "../console/realm";
import { hashOf, type PageName } from "../console/route";
import { useLanguage } from "../language/language";
import { Breadcrumb } from "./Breadcrumb";

interface ViewHeaderProps {
    /** The page with the list. */
    readonly page: PageName;
    readonly name: string;
    readonly title: ReactNode;
    readonly children?: ReactNode;
}

/** Title of a single item, with a link back to the list. */
export function ViewHeader({ page, name, title, children }: ViewHeaderProps) {
    const { t } = useLanguage();
    const realm = useRealm();
    return (
        <section className="pf-v5-c-page__main-section pf-m-light">
            <Breadcrumb parents={[{ href: hashOf(realm.name, page), label: t(`nav.${page}`) }]} current={name} />
            <h1 className="pf-v5-c-title pf-m-2xl keylift-job-title keylift-text" data-testid="view-header">
                {title}
            </h1>
            {children}
        </section>
    );
}
