// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bench;

import java.util.ArrayList;
import java.util.List;

/**
 * Fixed costs of servers with one way of instrumentation.
 *
 * @param readySeconds seconds from the start of the server until it is ready, one for each start
 * @param residentMegabytes memory of its process after the requests, one for each start; not a number on other systems
 *     than Linux
 */
record Footprint(Instrumentation observed, List<Double> readySeconds, List<Double> residentMegabytes) {

    Footprint(Instrumentation observed) {
        this(observed, new ArrayList<>(), new ArrayList<>());
    }
}
