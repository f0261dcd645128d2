// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.store;

import java.io.Serializable;

/** What identifies a {@link KeyliftChunkKeysEntity}. */
record KeyliftChunkKeysKey(String realmId, String kind, long seq) implements Serializable {}
