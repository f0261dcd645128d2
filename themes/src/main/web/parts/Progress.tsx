// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0

interface ProgressProps {
    readonly label: string;
    /** From 0 to 1; `undefined` if unknown. */
    readonly value: number | undefined;
    readonly moving: boolean;
}

export function Progress({ label, value, moving }: ProgressProps) {
    const percent = value === undefined ? undefined : Math.floor(value * 100);
    return (
        <div
            className={`keylift-progress${value === undefined && moving ? " keylift-progress--unknown" : ""}`}
            role="progressbar"
            aria-label={label}
            aria-valuemin={0}
            aria-valuemax={100}
            {...(percent !== undefined && { "aria-valuenow": percent })}
            data-testid="keylift-progress"
        >
            <span className="keylift-progress__done" style={{ width: `${percent ?? 0}%` }} />
        </div>
    );
}
