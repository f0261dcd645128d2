// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0

import { useLanguage } from "../language/language";
import { Alert } from "./Alert";
import { messageOf } from "./messageOf";
import { Reload } from "./Reload";

/** Shown instead of a page that fails to load or render. */
export function Broken({ error }: { readonly error: unknown }) {
    const { t } = useLanguage();
    return (
        <section className="pf-v5-c-page__main-section pf-m-light">
            <Alert kind="danger" title={t("page.broken", { message: messageOf(error) })} testId="keylift-broken">
                <Reload />
            </Alert>
        </section>
    );
}
