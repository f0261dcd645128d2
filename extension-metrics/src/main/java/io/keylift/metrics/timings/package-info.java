// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
/**
 * The durations of the requests of the last minutes by endpoint, as JSON on the management interface and in the Admin
 * API.
 */
package io.keylift.metrics.timings;
