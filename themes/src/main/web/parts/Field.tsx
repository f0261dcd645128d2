// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0

import { useId, type ReactNode } from "react";
import { Invalid } from "./Invalid";

interface FieldProps {
    readonly label: string;
    readonly help?: string;
    /** What is wrong with what is in the control. */
    readonly invalid?: string | undefined;
    /** Gets the ids of the control and of what describes it. */
    readonly children: (id: string, describedBy: string | undefined) => ReactNode;
}

/** A control of a form with its label. */
export function Field({ label, help, invalid, children }: FieldProps) {
    const id = useId();
    const helpId = help ? `${id}-help` : undefined;
    const invalidId = invalid === undefined ? undefined : `${id}-invalid`;
    const describedBy = [invalidId, helpId].filter(Boolean).join(" ") || undefined;
    return (
        <div className="pf-v5-c-form__group">
            <div className="pf-v5-c-form__group-label">
                <label className="pf-v5-c-form__label" htmlFor={id}>
                    <span className="pf-v5-c-form__label-text">{label}</span>
                </label>
            </div>
            <div className="pf-v5-c-form__group-control">
                {children(id, describedBy)}
                {invalidId && <Invalid id={invalidId}>{invalid}</Invalid>}
                {help && (
                    <div className="pf-v5-c-form__helper-text keylift-help" id={helpId}>
                        {help}
                    </div>
                )}
            </div>
        </div>
    );
}
