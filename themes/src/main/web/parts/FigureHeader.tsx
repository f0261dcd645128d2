// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0

/** The head of a column of figures, which are aligned right. */
export function FigureHeader({ label }: { readonly label: string }) {
    return (
        <th className="pf-v5-c-table__th keylift-figure" scope="col">
            {label}
        </th>
    );
}
