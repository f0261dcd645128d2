// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0

import { useId, type ReactNode } from "react";
import { Invalid } from "./Invalid";

interface FieldProps {
    readonly label: string;
    readonly help?: string;
    /** Error message for the control's value. */
    readonly invalid?: string | undefined;
    /** Renders the control with its id and the id of its description. */
    readonly children: (id: string, describedBy: string | undefined) => ReactNode;
}

/** A form control with a label. */
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
