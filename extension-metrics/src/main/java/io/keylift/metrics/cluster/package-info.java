// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
/** Keeps the latest events of the cluster: changes of its members, and rebalancing of its caches. */
package io.keylift.metrics.cluster;
