// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Keeps the timings of all requests for months, by endpoint and version of the server, in a table of its own. Neither
 * the start of the server nor a request ever waits for that table or fails because of it.
 */
package io.keylift.metrics.history;
