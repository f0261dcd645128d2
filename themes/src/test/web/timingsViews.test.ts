// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
import { describe, expect, it } from "vitest";
import { hashOf, parseRoute } from "../../main/web/console/route";
import { segmentsOf, shownAt, timeLineSegments, viewsIn } from "../../main/web/pages/timings/views";

const read = (segments: readonly string[], isMaster: boolean) =>
    shownAt(parseRoute(hashOf("master", "timings", ...segments), "master").rest, isMaster);

describe("The address of a view", () => {
    it.each(viewsIn(true))("leads to %s", (view) => {
        expect(read(segmentsOf(view), true)).toEqual({ view });
    });

    it.each([
        { method: "GET", uri: "/realms/{realm}" },
        { method: "POST", uri: "/realms/{realm}/protocol/{protocol}/token", grantType: "refresh_token" },
        { method: "GET", uri: "other" },
    ])("leads to the time line of $method $uri", (endpoint) => {
        expect(read(timeLineSegments(endpoint), true)).toEqual({ view: "time-line", endpoint });
    });

    it("leads to no view of the history in another realm", () => {
        expect(viewsIn(false)).not.toContain("changes");
        expect(read(["changes"], false)).toEqual({ view: "endpoints" });
        expect(read(["time-line", "GET", "/realms"], false)).toEqual({ view: "endpoints" });
    });

    it("leads to the endpoints if it is not known", () => {
        expect(read(["else"], true)).toEqual({ view: "endpoints" });
        expect(read(["time-line", "GET"], true)).toEqual({ view: "endpoints" });
    });
});
