// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0

import { useRealm } from "../../console/realm";
import { hashOf } from "../../console/route";
import { useLanguage } from "../../language/language";
import { segmentsOf, viewsIn, type View } from "./views";

/** Links to the views of the page. */
export function Views({ current }: { readonly current: View }) {
    const { t } = useLanguage();
    const realm = useRealm();
    return (
        <nav className="keylift-views" aria-label={t("timings.views")}>
            <ul role="list">
                {viewsIn(realm.isMaster).map((view) => (
                    <li key={view}>
                        <a
                            href={hashOf(realm.name, "timings", ...segmentsOf(view))}
                            {...(view === current && { "aria-current": "page" as const })}
                            data-testid={`keylift-view-${view}`}
                        >
                            {t(`timings.view.${view}`)}
                        </a>
                    </li>
                ))}
            </ul>
        </nav>
    );
}
