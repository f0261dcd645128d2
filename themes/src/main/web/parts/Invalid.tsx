// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0

import type { ReactNode } from "react";

/** Says below a control what is wrong with what is in it. */
export function Invalid({ id, children }: { readonly id: string; readonly children: ReactNode }) {
    return (
        <div className="keylift-invalid" id={id} role="alert" data-testid="keylift-invalid">
            {children}
        </div>
    );
}
