// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
import { beforeEach, describe, expect, it } from "vitest";
import { Table, type Column } from "../../main/web/parts/Table";
import { render } from "./rendering";

interface Fruit {
    readonly name: string;
    readonly count: number;
}

const COLUMNS: readonly Column<Fruit>[] = [
    { key: "name", label: "Name", className: "wide", cell: ({ name }) => <b>{name}</b> },
    { key: "count", label: "Count", head: <th aria-sort="none">Sort by count</th>, cell: ({ count }) => count },
    { key: "remove", cell: ({ name }) => <button>Remove {name}</button> },
];

const ROWS: readonly Fruit[] = [
    { name: "apple", count: 3 },
    { name: "pear", count: 0 },
];

function html(selector: string): string[] {
    return [...document.querySelectorAll(selector)].map((element) => element.outerHTML);
}

beforeEach(() =>
    render(
        <Table
            columns={COLUMNS}
            rows={ROWS}
            rowKey={({ name }) => name}
            rowAttributes={({ name }) => ({ "data-fruit": name })}
            grid="lg"
            aria-label="Fruit"
            testId="fruit"
        />,
    ),
);

describe("A table", () => {
    it("says what it is of, and how wide it has to be", () => {
        expect(html("table[aria-label=Fruit][data-testid=fruit]")).toHaveLength(1);
        expect(document.querySelector("table")?.className).toBe("pf-v5-c-table pf-m-grid-lg pf-m-compact");
    });

    it("heads a column with its label or with its own head, one of buttons with none", () => {
        expect(html("thead tr > *")).toEqual([
            '<th class="pf-v5-c-table__th" scope="col">Name</th>',
            '<th aria-sort="none">Sort by count</th>',
            '<td class="pf-v5-c-table__th"></td>',
        ]);
    });

    it("labels each cell as its column, but for buttons", () => {
        expect(html("tr[data-fruit=pear] > *")).toEqual([
            '<td class="pf-v5-c-table__td wide" data-label="Name"><b>pear</b></td>',
            '<td class="pf-v5-c-table__td" data-label="Count">0</td>',
            '<td class="pf-v5-c-table__td"><button>Remove pear</button></td>',
        ]);
    });

    it("has a row for each, in their order", () => {
        expect([...document.querySelectorAll("tbody tr")].map((row) => row.getAttribute("data-fruit"))).toEqual([
            "apple",
            "pear",
        ]);
    });

    it("is none where it has no row", async () => {
        await render(<Table columns={COLUMNS} rows={[]} rowKey={({ name }) => name} grid="lg" empty="No fruit" />);
        expect(html("table")).toEqual([]);
        expect(document.querySelector("[data-testid=keylift-empty]")?.textContent).toBe("No fruit");
    });

    it("is busy and cannot be used while its rows are old", async () => {
        const table = (busy: boolean) => (
            <Table columns={COLUMNS} rows={ROWS} rowKey={({ name }) => name} grid="lg" busy={busy} />
        );
        await render(table(true));
        const drawn = document.querySelector("table");
        expect(drawn?.getAttribute("aria-busy")).toBe("true");
        expect(drawn?.inert).toBe(true);
        await render(table(false));
        expect(drawn?.inert).toBe(false);
    });
});
