// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0

import { useLanguage } from "../language/language";

export function Loading() {
    const { t } = useLanguage();
    return (
        <section className="pf-v5-c-page__main-section pf-m-light keylift-loading">
            <svg
                className="pf-v5-c-spinner pf-m-xl"
                role="progressbar"
                viewBox="0 0 100 100"
                aria-label={t("page.loading")}
                aria-valuetext={t("page.loading")}
            >
                <circle className="pf-v5-c-spinner__path" cx="50" cy="50" r="45" fill="none" />
            </svg>
        </section>
    );
}
