// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.bench;

import java.util.List;

/**
 * What token requests of one grant have cost a server that is looked into in one way.
 *
 * @param cpuMicros CPU time of a request in the server's process, one for each start of the server
 * @param ofPlain the same as a share of what the plain server of the same round took
 * @param wallMillis median time of a request, one for each start
 */
record TokenCost(
        String observed, String grant, List<Double> cpuMicros, List<Double> ofPlain, List<Double> wallMillis) {}
