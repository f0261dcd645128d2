// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0

import { useId } from "react";

interface SwitchProps {
    readonly checked: boolean;
    readonly onChange: (checked: boolean) => void;
    readonly label: string;
    readonly testId?: string;
}

export function Switch({ checked, onChange, label, testId }: SwitchProps) {
    const id = useId();
    return (
        <label className="pf-v5-c-switch" htmlFor={id}>
            <input
                id={id}
                className="pf-v5-c-switch__input"
                type="checkbox"
                role="switch"
                checked={checked}
                onChange={(event) => onChange(event.target.checked)}
                aria-labelledby={`${id}-label`}
                data-testid={testId}
            />
            <span className="pf-v5-c-switch__toggle" />
            <span className="pf-v5-c-switch__label" id={`${id}-label`} aria-hidden="true">
                {label}
            </span>
        </label>
    );
}
