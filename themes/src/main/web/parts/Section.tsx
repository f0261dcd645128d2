// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0

import type { ReactNode } from "react";

interface SectionProps {
    /** Id of the title. */
    readonly id: string;
    readonly title: string;
    /** Content beside the title. */
    readonly beside?: ReactNode;
    readonly children: ReactNode;
}

/** A section of a page with a title. */
export function Section({ id, title, beside, children }: SectionProps) {
    const heading = (
        <h2 className="pf-v5-c-title pf-m-xl" id={id}>
            {title}
        </h2>
    );
    return (
        <section className="pf-v5-c-page__main-section pf-m-light" aria-labelledby={id}>
            {beside ? (
                <div className="keylift-toolbar">
                    {heading}
                    {beside}
                </div>
            ) : (
                heading
            )}
            {children}
        </section>
    );
}
