// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bench.load;

import java.util.List;
import java.util.OptionalDouble;

/**
 * Rates of one service of one server. Each is a multiple of the previous one, until one breaks the SLO. If the first
 * rate breaks it, lower ones follow until one holds it.
 *
 * @param first first rate, in arrivals a second
 * @param growth factor, greater than 1
 * @param most maximum number of steps
 */
record Ramp(double first, double growth, int most) {

    /** The rate to measure after these steps of the ramp, in their order; empty if the ramp is complete. */
    OptionalDouble next(List<Step> done) {
        if (done.size() >= most) {
            return OptionalDouble.empty();
        }
        long held = done.stream().filter(Step::held).count();
        if (held > 0 && held < done.size()) {
            return OptionalDouble.empty();
        }
        int exponent = held == 0 ? -done.size() : done.size();
        return OptionalDouble.of(Numbers.significant(first * Math.pow(growth, exponent)));
    }
}
