// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0

interface SortableHeaderProps {
    readonly label: string;
    /** Whether the column has figures, which are aligned right. */
    readonly figures: boolean;
    readonly sorted: "ascending" | "descending" | undefined;
    readonly onSort: () => void;
    readonly testId?: string;
}

const SIGNS = { ascending: "↑", descending: "↓", none: "↕" } as const;

/** A column header that sorts by the column. */
export function SortableHeader({ label, figures, sorted, onSort, testId }: SortableHeaderProps) {
    return (
        <th
            className={`pf-v5-c-table__th pf-v5-c-table__sort${sorted ? " pf-m-selected" : ""}${figures ? " keylift-figure" : ""}`}
            scope="col"
            aria-sort={sorted ?? "none"}
        >
            <button type="button" className="pf-v5-c-table__button" onClick={onSort} data-testid={testId}>
                <span className="keylift-sort">
                    <span className="pf-v5-c-table__text">{label}</span>
                    <span className="keylift-sort__sign" aria-hidden="true">
                        {SIGNS[sorted ?? "none"]}
                    </span>
                </span>
            </button>
        </th>
    );
}
