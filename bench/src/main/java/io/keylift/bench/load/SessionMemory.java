// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bench.load;

import io.keylift.bench.Instrumentation;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.apache.commons.math3.stat.regression.SimpleRegression;

/**
 * Memory of a server with growing numbers of sessions, after a full garbage collection each time.
 *
 * @param points by number of sessions
 */
record SessionMemory(Instrumentation server, List<Point> points) {

    /**
     * Memory at one number of sessions.
     *
     * @param sessions in the server's cache
     * @param residentMegabytes memory of the process
     * @param heapUsedMegabytes heap in use
     * @param heapCommittedMegabytes heap that the JVM has reserved from the system
     */
    record Point(int sessions, double residentMegabytes, double heapUsedMegabytes, double heapCommittedMegabytes) {}

    /**
     * A straight line through the points, by least squares.
     *
     * @param base megabytes without a session
     * @param kilobytesPerSession its slope
     */
    record Line(double base, double kilobytesPerSession) {

        double megabytes(int sessions) {
            return base + kilobytesPerSession * sessions / 1024;
        }
    }

    Line resident() {
        return line(Point::residentMegabytes);
    }

    Line heapUsed() {
        return line(Point::heapUsedMegabytes);
    }

    /** Memory of the process outside of the heap: the mean of all points, in megabytes. */
    double besideTheHeap() {
        return points.stream()
                .mapToDouble(point -> point.residentMegabytes - point.heapCommittedMegabytes)
                .average()
                .orElse(Double.NaN);
    }

    private Line line(ToDoubleFunction<Point> megabytes) {
        SimpleRegression regression = new SimpleRegression();
        points.forEach(point -> regression.addData(point.sessions, megabytes.applyAsDouble(point)));
        return new Line(regression.getIntercept(), regression.getSlope() * 1024);
    }
}
