// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.recent;

import java.time.Duration;

/**
 * How much is kept.
 *
 * @param window minimum length of the window
 * @param endpoints maximum number of endpoints, over all realms
 * @param realms maximum number of realms
 * @param statements maximum number of statements, counted once for each endpoint
 */
public record Limits(Duration window, int endpoints, int realms, int statements) {}
