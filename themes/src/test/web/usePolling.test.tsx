// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0

import { beforeEach, describe, expect, it, vi } from "vitest";
import { usePolling } from "../../main/web/parts/usePolling";
import { passing } from "./console";
import { doing, render } from "./rendering";

const MILLIS = 50;

let shown: unknown;

function Shown({ ask, millis = MILLIS }: { readonly ask: () => Promise<unknown>; readonly millis?: number }) {
    shown = usePolling(ask, millis).value;
    return null;
}

/** Answers with these, the last one again and again. */
function answering(...answers: readonly unknown[]) {
    let asked = 0;
    const ask = async () => answers[Math.min(asked++, answers.length - 1)];
    return { ask, asked: () => asked };
}

beforeEach(() => {
    vi.useFakeTimers();
});

describe("Polling", () => {
    it("goes on after answers that are equal", async () => {
        const { ask, asked } = answering(null, null, null, "job");
        await render(<Shown ask={ask} />);
        await passing(10 * MILLIS);
        expect(asked()).toBeGreaterThan(4);
        expect(shown).toBe("job");
    });

    it("goes on after failures that are the same", async () => {
        const failure = new Error("away");
        let asked = 0;
        const ask = () => (++asked < 4 ? Promise.reject(failure) : Promise.resolve("back"));
        await render(<Shown ask={ask} />);
        await passing(10 * MILLIS);
        expect(shown).toBe("back");
    });

    it("waits for each answer, however long it takes", async () => {
        let asked = 0;
        const ask = () => {
            asked++;
            return new Promise((answer) => setTimeout(answer, 5 * MILLIS));
        };
        await render(<Shown ask={ask} />);
        await passing(13 * MILLIS);
        expect(asked).toBe(3);
    });

    it("rests when nobody has used the page for some minutes, and goes on at once when somebody does", async () => {
        const { ask, asked } = answering("a");
        await render(<Shown ask={ask} millis={1000} />);
        await passing(10 * 60_000);
        const rested = asked();
        expect(rested).toBeLessThan(6 * 60);
        await passing(10 * 60_000);
        expect(asked()).toBe(rested);
        await doing(() => void window.dispatchEvent(new Event("pointermove")));
        await passing(1000);
        expect(asked()).toBeGreaterThan(rested);
    });

    it("goes on for as long as somebody uses the page", async () => {
        const { ask, asked } = answering("a");
        await render(<Shown ask={ask} millis={60_000} />);
        for (let minute = 0; minute < 15; minute++) {
            await doing(() => void window.dispatchEvent(new Event("keydown")));
            await passing(60_000);
        }
        expect(asked()).toBeGreaterThan(14);
    });
});
