// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0

import type { AriaAttributes, ReactElement, ReactNode } from "react";
import { EmptyState } from "./EmptyState";
import { useInert } from "./useInert";

export interface Column<T> {
    readonly key: string;
    /** What its head says, and each of its cells where heads have no room; a column of buttons has none. */
    readonly label?: string;
    /** Its head, where that is more than the label. */
    readonly head?: ReactElement;
    /** Of its cells. */
    readonly className?: string;
    readonly cell: (row: T) => ReactNode;
}

/** Says by `aria-label` or `aria-labelledby` what it is a table of. */
interface TableProps<T> extends Pick<AriaAttributes, "aria-label" | "aria-labelledby"> {
    readonly columns: readonly Column<T>[];
    readonly rows: readonly T[];
    readonly rowKey: (row: T, index: number) => string;
    readonly rowAttributes?: (row: T) => Readonly<Record<`data-${string}`, string>>;
    /** How wide the window has to be for columns; in a narrower one the cells of a row stand below each other. */
    readonly grid: "md" | "lg";
    /** What stands in its place where there is no row. */
    readonly empty?: string;
    /** Whether the rows are those of another page or search, while the wanted ones are on their way. */
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
    // A head that says nothing would be announced as one.
    return label === undefined ? (
        <td className="pf-v5-c-table__th" />
    ) : (
        <th className="pf-v5-c-table__th" scope="col">
            {label}
        </th>
    );
}
