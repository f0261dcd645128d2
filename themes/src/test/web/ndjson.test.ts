// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
// @vitest-environment node
import { describe, expect, it } from "vitest";
import { readLines, readSome } from "../../main/web/pages/imports/ndjson";

const TEXT = '{"key":"Zoë"}\n\n{"key":"<b>"}\r\n{"key":"last"}';

/** The bytes of a text in pieces of one length, and whether they were asked to stop. */
function pieces(text: string, length: number): { stream: ReadableStream<Uint8Array>; stopped: () => boolean } {
    const bytes = new TextEncoder().encode(text);
    let at = 0;
    let stopped = false;
    const stream = new ReadableStream<Uint8Array>({
        pull(controller) {
            if (at >= bytes.length) {
                controller.close();
            } else {
                controller.enqueue(bytes.slice(at, (at += length)));
            }
        },
        cancel() {
            stopped = true;
        },
    });
    return { stream, stopped: () => stopped };
}

describe("Lines of JSON", () => {
    it.each([1, 2, 3, 7, 1000])("are read from pieces of %d bytes", async (length) => {
        const keys: string[] = [];
        for await (const { key } of readLines<{ key: string }>(pieces(TEXT, length).stream)) {
            keys.push(key);
        }
        expect(keys).toEqual(["Zoë", "<b>", "last"]);
    });

    it("are read no further than they are wanted", async () => {
        const { stream, stopped } = pieces(TEXT.repeat(1) + '\n{"key":"more"}\n'.repeat(10_000), 16);
        expect(await readSome<{ key: string }>(stream, 2)).toEqual({
            some: [{ key: "Zoë" }, { key: "<b>" }],
            more: true,
        });
        expect(stopped()).toBe(true);
    });

    it("may be fewer than are wanted", async () => {
        expect(await readSome(pieces(TEXT, 5).stream, 3)).toMatchObject({ more: false });
        expect(await readSome(pieces("", 5).stream, 3)).toEqual({ some: [], more: false });
    });
});
