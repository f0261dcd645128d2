// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bench.load;

import io.keylift.bench.Instrumentation;

/**
 * A start of a server.
 *
 * @param set repetition, from 1
 * @param readySeconds seconds until it was ready to serve
 * @param residentMegabytes memory of its process after its steps
 */
record Start(int set, Instrumentation server, double readySeconds, double residentMegabytes) {}
