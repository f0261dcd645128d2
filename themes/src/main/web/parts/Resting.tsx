// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0

import { useLanguage } from "../language/language";
import { Alert } from "./Alert";

/** Says that what is shown is not refreshed, since nobody has used the page for some minutes. */
export function Resting({ resting }: { readonly resting: boolean }) {
    const { t } = useLanguage();
    return resting ? <Alert kind="info" title={t("page.resting")} testId="keylift-resting" /> : null;
}
