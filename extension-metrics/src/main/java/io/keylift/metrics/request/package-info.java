// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Measures each request from its arrival to its last byte, divides its time into phases and hands the result to the
 * observers.
 */
package io.keylift.metrics.request;
