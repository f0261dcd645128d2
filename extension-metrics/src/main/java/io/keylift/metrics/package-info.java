// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
/** Measures where the time of each request goes. This package assembles the parts. */
package io.keylift.metrics;
