// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0

import { Alert } from "./Alert";
import { useFailureText } from "./Failure";

/** Says what has gone wrong where the page goes on without it. */
export function ErrorAlert({ error }: { readonly error: unknown }) {
    const text = useFailureText();
    return error === undefined ? null : <Alert kind="danger" title={text(error)} />;
}
