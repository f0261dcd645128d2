// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.bench;

import java.util.List;

/** What a run of the benchmark consists of. */
enum Part {
    WORKLOADS,
    CAPABILITIES,
    SCALE,
    METRICS,
    OPERATIONS,
    DISTANCE,
    NODES,
    SIGN_INS;

    /** Those of a run for which none are chosen. */
    static final List<Part> USUAL = List.of(WORKLOADS, CAPABILITIES, SCALE, METRICS);
}
