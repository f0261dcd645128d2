// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
/** Times the hashing of passwords. */
package io.keylift.metrics.hashing;
