// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
/**
 * What the requests of the last minutes have taken, by endpoint, as JSON: on the management interface and in the Admin
 * API.
 */
package io.keylift.metrics.timings;
