// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.shared.authorization;

/** A record of an object of a resource server, which is a client with authorization enabled. */
public interface ResourceServerRecord {

    String getId();

    /** The clientId. */
    String getClient();

    String getName();
}
