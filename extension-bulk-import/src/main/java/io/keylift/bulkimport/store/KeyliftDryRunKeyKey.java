// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.store;

import java.io.Serializable;

/** What identifies a {@link KeyliftDryRunKeyEntity}. */
record KeyliftDryRunKeyKey(String jobUid, long hash) implements Serializable {}
