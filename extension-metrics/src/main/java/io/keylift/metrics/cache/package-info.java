// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
/** Times operations of Infinispan caches. */
package io.keylift.metrics.cache;
