// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0

import { PHASES, type Endpoint, type Phase } from "../../main/web/pages/timings/timings";

export const NONE = Object.fromEntries(PHASES.map((phase) => [phase, 0])) as Record<Phase, number>;

/** The figures of an endpoint, of which a test gives what it is about. */
export function figures(given: Partial<Endpoint> = {}): Endpoint {
    return {
        method: "GET",
        uri: "/admin/realms",
        count: 1,
        total: 1,
        mean: 1,
        p50: 1,
        p95: 1,
        p99: 1,
        max: 1,
        statements: 0,
        allocated: 0,
        phases: { ...NONE, rest: 1 },
        ...given,
    };
}
