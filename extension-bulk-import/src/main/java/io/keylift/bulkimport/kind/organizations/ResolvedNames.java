// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.organizations;

import io.keylift.bulkimport.kind.spi.Item;
import java.util.Map;

/**
 * What the realm already holds of a chunk's records. A record in neither map is new.
 *
 * @param kept ids of the organizations that stay as they are
 * @param changing organizations the record is to be written into
 * @param owners who owns the chunk's domains
 */
record ResolvedNames(
        Map<Item<OrganizationRecord>, String> kept,
        Map<Item<OrganizationRecord>, ExistingOrganization> changing,
        DomainOwners owners) {}
