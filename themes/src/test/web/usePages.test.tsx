// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from "vitest";
import { usePages, type Page, type Paged } from "../../main/web/parts/usePages";
import { doing, render } from "./rendering";

const SIZE = 3;

type List = (page: Page, signal: AbortSignal) => Promise<readonly string[]>;

let paged: Paged<string>;

function Shown({ list }: { readonly list: List }) {
    paged = usePages(list, SIZE);
    return null;
}

/** A list of so many, and what it was asked for. */
function listOf(name: string, length: number) {
    const asked: Page[] = [];
    const all = Array.from({ length }, (_, index) => `${name}${index}`);
    const list: List = async (page) => {
        asked.push(page);
        return all.slice(page.first, page.first + page.max);
    };
    return { list, asked };
}

/** A list that answers, or fails, when it is told to. */
function slowList() {
    const signals: AbortSignal[] = [];
    let answer!: (rows: readonly string[]) => void;
    let fail!: (error: Error) => void;
    const answered = new Promise<readonly string[]>((resolve, reject) => {
        answer = resolve;
        fail = reject;
    });
    const list: List = (_, signal) => {
        signals.push(signal);
        return answered;
    };
    return { list, signals, answer, fail };
}

describe("A page of a list", () => {
    it("is asked for with one more, which is not shown but says that there is a next page", async () => {
        const { list, asked } = listOf("a", 4);
        await render(<Shown list={list} />);
        expect(asked).toEqual([{ first: 0, max: 4 }]);
        expect(paged.rows).toEqual(["a0", "a1", "a2"]);
        expect(paged.pages).toMatchObject({ first: 0, size: 3, more: true });
    });

    it("is the last one if there is not one more", async () => {
        await render(<Shown list={listOf("a", 3).list} />);
        expect(paged.rows).toHaveLength(3);
        expect(paged.pages.more).toBe(false);
    });

    it("is followed by the next one", async () => {
        const { list, asked } = listOf("a", 4);
        await render(<Shown list={list} />);
        await doing(() => paged.pages.onFirst(3));
        expect(asked.at(-1)).toEqual({ first: 3, max: 4 });
        expect(paged.rows).toEqual(["a3"]);
        expect(paged.pages).toMatchObject({ first: 3, more: false });
    });

    it("is the first one of another list, and of the former one again", async () => {
        const a = listOf("a", 9);
        const b = listOf("b", 9);
        await render(<Shown list={a.list} />);
        await doing(() => paged.pages.onFirst(6));
        await render(<Shown list={b.list} />);
        expect(b.asked).toEqual([{ first: 0, max: 4 }]);
        expect(paged.pages.first).toBe(0);
        expect(paged.rows).toEqual(["b0", "b1", "b2"]);
        await render(<Shown list={a.list} />);
        expect(a.asked.at(-1)).toEqual({ first: 0, max: 4 });
        expect(paged.rows).toEqual(["a0", "a1", "a2"]);
    });

    it("stays where it is as long as the list does", async () => {
        const { list, asked } = listOf("a", 9);
        await render(<Shown list={list} />);
        await doing(() => paged.pages.onFirst(3));
        await render(<Shown list={list} />);
        expect(paged.pages.first).toBe(3);
        expect(asked).toHaveLength(2);
    });
});

describe("Another page", () => {
    it("is on its way while the rows are those of the page before", async () => {
        const { list } = listOf("a", 9);
        await render(<Shown list={list} />);
        expect(paged.stale).toBe(false);
        const slow = slowList();
        await render(<Shown list={slow.list} />);
        expect(paged.rows).toEqual(["a0", "a1", "a2"]);
        expect(paged.stale).toBe(true);
        await doing(() => slow.answer(["b"]));
        expect(paged.stale).toBe(false);
    });
});

describe("What answers late", () => {
    it("does not take the place of what was asked for later", async () => {
        const slow = slowList();
        await render(<Shown list={slow.list} />);
        await render(<Shown list={listOf("b", 1).list} />);
        expect(slow.signals.map((signal) => signal.aborted)).toEqual([true]);
        await doing(() => slow.answer(["late"]));
        expect(paged.rows).toEqual(["b0"]);
    });

    it("is no error if it fails", async () => {
        const slow = slowList();
        await render(<Shown list={slow.list} />);
        await render(<Shown list={listOf("b", 1).list} />);
        await doing(() => slow.fail(new Error("late")));
        expect(paged.error).toBeUndefined();
    });
});

describe("What fails", () => {
    it("is told beside what was there, until it succeeds", async () => {
        const { list } = listOf("a", 4);
        const failure = new Error("away");
        let away = false;
        const unsteady: List = (page, signal) => (away ? Promise.reject(failure) : list(page, signal));
        await render(<Shown list={unsteady} />);
        away = true;
        await doing(() => paged.refresh());
        expect(paged.error).toBe(failure);
        expect(paged.rows).toEqual(["a0", "a1", "a2"]);
        away = false;
        await doing(() => paged.refresh());
        expect(paged.error).toBeUndefined();
    });
});
