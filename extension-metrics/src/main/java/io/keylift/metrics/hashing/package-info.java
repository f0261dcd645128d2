// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
/** What requests spend on hashing passwords. */
package io.keylift.metrics.hashing;
