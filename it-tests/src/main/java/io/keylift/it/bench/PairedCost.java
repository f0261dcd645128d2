// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.bench;

import java.util.List;

/**
 * What our JAR costs a server, against a plain one that runs at the same time and is asked in turn.
 *
 * @param ofPlain CPU time of a request as a share of that of the plain server, one for each pair of servers
 * @param slices the same of each slice of requests, of all pairs
 */
record PairedCost(String grant, List<Double> ofPlain, List<Double> slices) {}
