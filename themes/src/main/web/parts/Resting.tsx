// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0

import { useLanguage } from "../language/language";
import { Alert } from "./Alert";

/** Notice that the page is not refreshed, because it has been idle for some minutes. */
export function Resting({ resting }: { readonly resting: boolean }) {
    const { t } = useLanguage();
    return resting ? <Alert kind="info" title={t("page.resting")} testId="keylift-resting" /> : null;
}
