// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0

import type { ReactNode } from "react";

/** The error message below a control. */
export function Invalid({ id, children }: { readonly id: string; readonly children: ReactNode }) {
    return (
        <div className="keylift-invalid" id={id} role="alert" data-testid="keylift-invalid">
            {children}
        </div>
    );
}
