// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0

import { Alert } from "./Alert";
import { useFailureText } from "./Failure";

/** An error that does not prevent the use of the page. */
export function ErrorAlert({ error }: { readonly error: unknown }) {
    const text = useFailureText();
    return error === undefined ? null : <Alert kind="danger" title={text(error)} />;
}
