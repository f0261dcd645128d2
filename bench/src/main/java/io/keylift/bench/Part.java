// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bench;

import java.util.List;

/** Parts of a run of the benchmark. */
enum Part {
    WORKLOADS,
    CAPABILITIES,
    SCALE,
    METRICS,
    OPERATIONS,
    DISTANCE,
    NODES,
    SIGN_INS,
    KINDS,
    MARIADB,
    SMALL_REQUESTS,
    CLIENT;

    /** Parts of a run without a choice. */
    static final List<Part> USUAL = List.of(WORKLOADS, CAPABILITIES, SCALE, METRICS);
}
