// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0

import { useId } from "react";

interface CheckGroupProps<T extends string> {
    readonly label: string;
    readonly help: string;
    readonly options: readonly { readonly value: T; readonly label: string; readonly help: string }[];
    readonly checked: readonly T[];
    /** Takes the checked values in the order of the options. */
    readonly onChange: (checked: readonly T[]) => void;
    readonly testId?: string;
}

/** A set of checkboxes with a label of their own. */
export function CheckGroup<T extends string>({ label, help, options, checked, onChange, testId }: CheckGroupProps<T>) {
    const id = useId();
    const set = (value: T, on: boolean) =>
        onChange(
            options.map((option) => option.value).filter((each) => (each === value ? on : checked.includes(each))),
        );
    return (
        <div
            className="pf-v5-c-form__group"
            role="group"
            aria-labelledby={`${id}-label`}
            aria-describedby={`${id}-help`}
            data-testid={testId}
        >
            <div className="pf-v5-c-form__group-label">
                <span className="pf-v5-c-form__label" id={`${id}-label`}>
                    <span className="pf-v5-c-form__label-text">{label}</span>
                </span>
            </div>
            <div className="pf-v5-c-form__group-control pf-m-stack">
                {options.map((option) => (
                    <div key={option.value} className="pf-v5-c-check">
                        <input
                            id={`${id}-${option.value}`}
                            className="pf-v5-c-check__input"
                            type="checkbox"
                            value={option.value}
                            checked={checked.includes(option.value)}
                            onChange={(event) => set(option.value, event.target.checked)}
                            aria-describedby={`${id}-${option.value}-help`}
                        />
                        <label className="pf-v5-c-check__label" htmlFor={`${id}-${option.value}`}>
                            {option.label}
                        </label>
                        <span className="pf-v5-c-check__description" id={`${id}-${option.value}-help`}>
                            {option.help}
                        </span>
                    </div>
                ))}
                <div className="pf-v5-c-form__helper-text keylift-help" id={`${id}-help`}>
                    {help}
                </div>
            </div>
        </div>
    );
}
