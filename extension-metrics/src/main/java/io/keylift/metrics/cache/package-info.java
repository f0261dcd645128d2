// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
/** What requests spend on the operations of Infinispan caches. */
package io.keylift.metrics.cache;
