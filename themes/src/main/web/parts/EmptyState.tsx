// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0

import type { ReactNode } from "react";

interface EmptyStateProps {
    readonly title: string;
    readonly children?: ReactNode;
}

/** Shown if there is no data. */
export function EmptyState({ title, children }: EmptyStateProps) {
    return (
        <div className="pf-v5-c-empty-state" data-testid="keylift-empty">
            <div className="pf-v5-c-empty-state__content">
                <h2 className="pf-v5-c-empty-state__title-text keylift-empty-title">{title}</h2>
                {children && <div className="pf-v5-c-empty-state__body">{children}</div>}
            </div>
        </div>
    );
}
