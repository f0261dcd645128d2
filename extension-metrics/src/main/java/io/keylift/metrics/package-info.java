// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
/** Measures the phases of each request. This package assembles the parts. */
package io.keylift.metrics;
