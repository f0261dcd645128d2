// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from "vitest";
import { hashOf, parseRoute } from "../../main/web/console/route";

describe("The address", () => {
    it("names one of our pages, in any realm", () => {
        const hash = hashOf("a realm/with ü", "capabilities", "role 1");
        expect(parseRoute(hash, "master")).toEqual({ realm: "a realm/with ü", page: "capabilities", rest: ["role 1"] });
    });

    it.each(["#/acme/users", "#/acme", "#/acme/keylift", "#/acme/keylift/unknown", "#/acme/clients/timings"])(
        "leaves %s to the console",
        (hash) => {
            expect(parseRoute(hash, "master")).toMatchObject({ realm: "acme", page: undefined });
        },
    );

    it.each(["", "#", "#/"])("without a realm, %s, is of the realm that one has signed in to", (hash) => {
        expect(parseRoute(hash, "master")).toEqual({ realm: "master", page: undefined, rest: [] });
    });

    it("may be broken", () => {
        expect(parseRoute("#/%E0%A4%A/keylift/timings", "master")).toMatchObject({
            realm: "%E0%A4%A",
            page: "timings",
        });
    });

    it("does not lead a request elsewhere", () => {
        expect(parseRoute("#/acme/keylift/imports/..", "master").rest).toEqual([]);
        expect(parseRoute("#/acme/keylift/imports/%2E%2e/x", "master").rest).toEqual(["x"]);
        expect(parseRoute("#/../keylift/imports/.", "master")).toEqual({ realm: "master", page: "imports", rest: [] });
    });
});
