// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bench;

import java.util.ArrayList;
import java.util.List;

/**
 * What servers that are looked into in one way take by being there.
 *
 * @param readySeconds from its start until it is ready, one for each start
 * @param residentMegabytes memory of its process after the requests, one for each start; not a number elsewhere than on
 *     Linux
 */
record Footprint(Instrumentation observed, List<Double> readySeconds, List<Double> residentMegabytes) {

    Footprint(Instrumentation observed) {
        this(observed, new ArrayList<>(), new ArrayList<>());
    }
}
