// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0

import type { EndpointKey } from "./timings";

/** The views of the page, each with an address of its own. */
export type View = "endpoints" | "in-flight" | "changes";

/** The part of the page that is shown. */
export type Shown =
    | { readonly view: View; readonly endpoint?: undefined }
    | { readonly view: "time-line"; readonly endpoint: EndpointKey };

/** The views in a realm. The history is that of all realms, so only realm master has views of it. */
export function viewsIn(isMaster: boolean): readonly View[] {
    return isMaster ? ["endpoints", "in-flight", "changes"] : ["endpoints", "in-flight"];
}

/** @param rest segments of the address after the page's name */
export function shownAt(rest: readonly string[], isMaster: boolean): Shown {
    const [view, method, uri, grantType] = rest;
    if (isMaster && view === "time-line" && method !== undefined && uri !== undefined) {
        return { view, endpoint: { method, uri, ...(grantType !== undefined && { grantType }) } };
    }
    return { view: viewsIn(isMaster).find((each) => each === view) ?? "endpoints" };
}

/** Segments of the address of a view. */
export function segmentsOf(view: View): readonly string[] {
    return view === "endpoints" ? [] : [view];
}

/** Segments of the address of an endpoint's time line. */
export function timeLineSegments({ method, uri, grantType }: EndpointKey): readonly string[] {
    return ["time-line", method, uri, ...(grantType === undefined ? [] : [grantType])];
}
