// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
/** Says of each request where its time went. This package puts the parts together. */
package io.keylift.metrics;
