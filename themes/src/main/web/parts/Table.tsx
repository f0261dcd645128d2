// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0

import type { AriaAttributes, ReactElement, ReactNode } from "react";
import { EmptyState } from "./EmptyState";
import { useInert } from "./useInert";

export interface Column<T> {
    readonly key: string;
    /** Label of the column's head, and of each cell in a narrow window; a column of buttons has none. */
    readonly label?: string;
    /** Content of the head, if it is more than the label. */
    readonly head?: ReactElement;
    /** Class of the cells. */
    readonly className?: string;
    readonly cell: (row: T) => ReactNode;
}

/** Must have an `aria-label` or `aria-labelledby`. */
interface TableProps<T> extends Pick<AriaAttributes, "aria-label" | "aria-labelledby"> {
    readonly columns: readonly Column<T>[];
    readonly rows: readonly T[];
    readonly rowKey: (row: T, index: number) => string;
    readonly rowAttributes?: (row: T) => Readonly<Record<`data-${string}`, string>>;
    /** Window width from which on the table has columns; in a narrower window the cells of a row are stacked. */
    readonly grid: "md" | "lg";
    /** Shown if there are no rows. */
    readonly empty?: string;
    /** Whether the rows are outdated while new ones are loading. */
    readonly busy?: boolean;
    readonly testId?: string;
}

export function Table<T>({ columns, rows, rowKey, rowAttributes, grid, empty, busy, testId, ...name }: TableProps<T>) {
    const inert = useInert<HTMLTableElement>(busy ?? false);
    if (empty !== undefined && rows.length === 0) {
        return <EmptyState title={empty} />;
    }
    return (
        <table
            ref={inert}
            className={`pf-v5-c-table pf-m-grid-${grid} pf-m-compact`}
            aria-busy={busy ?? false}
            data-testid={testId}
            {...name}
        >
            <thead className="pf-v5-c-table__thead">
                <tr className="pf-v5-c-table__tr">
                    {columns.map(({ key, label, head }) => (
                        <Head key={key} label={label} head={head} />
                    ))}
                </tr>
            </thead>
            <tbody className="pf-v5-c-table__tbody">
                {rows.map((row, index) => (
                    <tr key={rowKey(row, index)} className="pf-v5-c-table__tr" {...rowAttributes?.(row)}>
                        {columns.map(({ key, label, className, cell }) => (
                            <td
                                key={key}
                                className={`pf-v5-c-table__td${className ? ` ${className}` : ""}`}
                                data-label={label}
                            >
                                {cell(row)}
                            </td>
                        ))}
                    </tr>
                ))}
            </tbody>
        </table>
    );
}

function Head({ label, head }: { readonly label: string | undefined; readonly head: ReactElement | undefined }) {
    if (head) {
        return head;
    }
    // Screen readers would announce an empty head.
    return label === undefined ? (
        <td className="pf-v5-c-table__th" />
    ) : (
        <th className="pf-v5-c-table__th" scope="col">
            {label}
        </th>
    );
}
