// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
// @vitest-environment node
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { recognize } from "../../main/web/pages/imports/input";

const INPUTS = [
    ['{"username":"jdoe"}\n', "application/x-ndjson"],
    ['\uFEFF  \n{"username":"jdoe"}', "application/x-ndjson"],
    ['[\n  {"username":"jdoe"}\n]', "application/json"],
    ["username,email\njdoe,\n", "text/csv"],
    ["", "text/csv"],
] as const;

describe("An input", () => {
    it.each(INPUTS)("%j is %s", async (text, contentType) => {
        expect(await recognize(new Blob([text]))).toMatchObject({ contentType, gzip: false });
    });

    it.each(INPUTS)("%j is %s when it is compressed, too", async (text, contentType) => {
        const long = text + "\n".repeat(1_000_000) + Math.random();
        expect(await recognize(new Blob([gzipSync(long)]), "a.gz")).toMatchObject({
            contentType,
            gzip: true,
            name: "a.gz",
        });
    });

    it("that breaks off while it is compressed is recognized by what is there", async () => {
        const whole = gzipSync('{"username":"jdoe"}\n'.repeat(50_000), { level: 0 });
        expect(await recognize(new Blob([whole.subarray(0, 90_000)]))).toMatchObject({
            contentType: "application/x-ndjson",
            gzip: true,
        });
    });

    it("is read at its beginning alone", async () => {
        const blob = new Blob(['{"username":"jdoe"}\n'.repeat(100_000)]);
        const read: number[] = [];
        const slice = blob.slice.bind(blob);
        blob.slice = (from = 0, to = blob.size) => (read.push(to), slice(from, to));
        blob.stream =
            blob.text =
            blob.arrayBuffer =
                () => {
                    throw new Error("All of the file is read");
                };
        await recognize(blob);
        expect(Math.max(...read)).toBeLessThanOrEqual(65_536);
    });
});
