// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.history;

import io.keylift.metrics.recent.EndpointName;
import io.keylift.metrics.recent.Figures;
import io.keylift.metrics.request.RequestBreakdown;
import java.util.HashMap;
import java.util.Map;

/** The requests since the last slice was taken. Thread-safe. */
final class CurrentSlice {

    private final int maxEndpoints;
    private Map<EndpointName, Figures> figures = new HashMap<>();

    /** @param maxEndpoints number of endpoints; further ones share one name */
    CurrentSlice(int maxEndpoints) {
        this.maxEndpoints = maxEndpoints;
    }

    synchronized void add(RequestBreakdown request) {
        EndpointName name = EndpointName.of(request);
        Figures known = figures.get(name);
        (known == null ? make(name) : known).add(request);
    }

    private Figures make(EndpointName name) {
        return figures.computeIfAbsent(
                figures.size() < maxEndpoints ? name : EndpointName.OTHER, made -> new Figures(StoredFigures.DIGITS));
    }

    /** Returns the figures and begins anew. */
    synchronized Map<EndpointName, Figures> take() {
        Map<EndpointName, Figures> taken = figures;
        figures = new HashMap<>();
        return taken;
    }
}
