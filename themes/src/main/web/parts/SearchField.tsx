// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0

import { useEffect, useState } from "react";

/** Pause in typing after which the search starts, in milliseconds. */
const PAUSE = 250;

interface SearchFieldProps {
    readonly label: string;
    readonly value: string;
    readonly onSearch: (text: string) => void;
    /** Id of a `datalist` with proposals. */
    readonly list?: string;
    readonly testId?: string;
}

/** A field that reports its value when the user pauses. */
export function SearchField({ label, value, onSearch, list, testId }: SearchFieldProps) {
    const [text, setText] = useState(value);
    useEffect(() => {
        if (text === value) {
            return undefined;
        }
        const timer = setTimeout(() => onSearch(text), PAUSE);
        return () => clearTimeout(timer);
    }, [text, value, onSearch]);
    return (
        <span className="pf-v5-c-form-control keylift-filter">
            <input
                type="search"
                value={text}
                placeholder={label}
                aria-label={label}
                list={list}
                onChange={(event) => setText(event.target.value)}
                data-testid={testId}
            />
        </span>
    );
}
