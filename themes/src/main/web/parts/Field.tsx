// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0

import { useId, type ReactNode } from "react";

interface FieldProps {
    readonly label: string;
    readonly help?: string;
    /** Gets the ids of the control and of what describes it. */
    readonly children: (id: string, describedBy: string | undefined) => ReactNode;
}

/** A control of a form with its label. */
export function Field({ label, help, children }: FieldProps) {
    const id = useId();
    const helpId = help ? `${id}-help` : undefined;
    return (
        <div className="pf-v5-c-form__group">
            <div className="pf-v5-c-form__group-label">
                <label className="pf-v5-c-form__label" htmlFor={id}>
                    <span className="pf-v5-c-form__label-text">{label}</span>
                </label>
            </div>
            <div className="pf-v5-c-form__group-control">
                {children(id, helpId)}
                {help && (
                    <div className="pf-v5-c-form__helper-text keylift-help" id={helpId}>
                        {help}
                    </div>
                )}
            </div>
        </div>
    );
}
