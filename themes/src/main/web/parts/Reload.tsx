// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0

import { isWindowHeld } from "../console/leaving";
import { useLanguage } from "../language/language";
import { Button } from "./Button";

/** Reloads the console, unless that would end an upload. */
export function Reload() {
    const { t } = useLanguage();
    return isWindowHeld() ? (
        <>{t("page.uploading")}</>
    ) : (
        <Button kind="link" onClick={() => location.reload()}>
            {t("page.reload")}
        </Button>
    );
}
