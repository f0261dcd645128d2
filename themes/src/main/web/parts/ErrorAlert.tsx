// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0

import { useLanguage } from "../language/language";
import { Alert } from "./Alert";
import { messageOf } from "./messageOf";

/** Says what has gone wrong where the page goes on without it. */
export function ErrorAlert({ error }: { readonly error: unknown }) {
    const { t } = useLanguage();
    return error === undefined ? null : <Alert kind="danger" title={t("page.failed", { message: messageOf(error) })} />;
}
