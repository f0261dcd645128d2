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

    it.each([
        ["PK\u0003\u0004 and so on", "application/zip"],
        ['{\n  "id" : "1",\n  "realm" : "acme"', "application/json"],
        ['\uFEFF{"realm":"acme","users":[{"username":"jdoe"}]}\n', "application/json"],
        ['{"ifResourceExists":"SKIP","users":[]}', "application/json"],
        ['{ \r\n  "clients" : [ {', "application/json"],
        ['{"kind":"roles","record":{"name":"editor"}}\n{"kind":"groups","record":{}}', "application/x-ndjson"],
        ['{"ifExists":"skip","record":{"a":[{"b":"\\"}"}]},"kind":"roles"}', "application/x-ndjson"],
        [' [ {"kind":"roles","record":{"name":"', "application/json"],
    ] as const)("%j names its kinds itself and is %s", async (text, contentType) => {
        for (const body of [text, gzipSync(text)]) {
            expect(await recognize(new Blob([body]))).toMatchObject({ contentType, severalKinds: true });
        }
    });

    it.each([
        '{"username":"realm","realmRoles":["realm"]}',
        '{"username":"jdoe","attributes":{"realm":["acme"],"kind":["a"],"record":["b"]}}',
        '{"username":"jdoe","realm":"acme"}\n{"username":"bill","realm":"acme"}\n',
        '{"username":"jdoe","description":"a \\"realm\\": b',
        '{"kind":"roles"}',
        "kind,record\nroles,1\n",
        "realm",
    ])("%j does not name its kinds", async (text) => {
        expect(await recognize(new Blob([text]), "a.json")).toMatchObject({ severalKinds: false });
    });

    it("that its name calls an archive is sent as one, whatever is in it", async () => {
        expect(await recognize(new Blob(["username\n"]), "Acme.ZIP")).toMatchObject({
            contentType: "application/zip",
            severalKinds: true,
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
