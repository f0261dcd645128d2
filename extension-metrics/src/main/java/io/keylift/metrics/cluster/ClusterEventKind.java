// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.cluster;

/** Kinds of events of a cluster. */
public enum ClusterEventKind {
    /** Nodes joined or left. */
    VIEW_CHANGE("view-change"),
    /** Parts of the cluster that did not see each other are one cluster again. */
    MERGE("merge"),
    /** Caches moved entries between nodes, so that each entry has its owners. */
    REBALANCE("rebalance");

    private final String label;

    ClusterEventKind(String label) {
        this.label = label;
    }

    /** Name of the kind in meters and representations. */
    public String label() {
        return label;
    }
}
