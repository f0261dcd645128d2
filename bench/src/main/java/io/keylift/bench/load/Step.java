// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bench.load;

import io.keylift.bench.Instrumentation;

/**
 * One rate of one service of one server, measured once.
 *
 * @param set repetition, from 1
 * @param rate arrivals a second
 * @param held whether the SLO held
 */
record Step(int set, Instrumentation server, Service service, double rate, boolean held, StepFigures figures) {

    boolean is(int otherSet, Instrumentation otherServer, Service otherService) {
        return set == otherSet && server == otherServer && service == otherService;
    }
}
