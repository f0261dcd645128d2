// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0

import type { SelectHTMLAttributes } from "react";

interface SelectProps<T extends string> extends Omit<SelectHTMLAttributes<HTMLSelectElement>, "onChange" | "value"> {
    readonly value: T;
    readonly options: readonly { readonly value: T; readonly label: string }[];
    readonly onChange: (value: T) => void;
}

export function Select<T extends string>({ options, onChange, ...rest }: SelectProps<T>) {
    return (
        <span className="pf-v5-c-form-control keylift-select">
            <select {...rest} onChange={(event) => onChange(event.target.value as T)}>
                {options.map((option) => (
                    <option key={option.value} value={option.value}>
                        {option.label}
                    </option>
                ))}
            </select>
            <span className="pf-v5-c-form-control__utilities keylift-select__sign" aria-hidden="true">
                ▾
            </span>
        </span>
    );
}
