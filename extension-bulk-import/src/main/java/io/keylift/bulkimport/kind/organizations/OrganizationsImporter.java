// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.organizations;

import io.keylift.bulkimport.kind.spi.ChunkImporter;
import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.kind.spi.Item;
import io.keylift.bulkimport.kind.spi.RejectCode;
import java.util.List;
import org.keycloak.common.Profile;

/** Leads a chunk of organizations through its steps. */
final class OrganizationsImporter implements ChunkImporter<OrganizationRecord> {

    private final ImportContext context;
    private final OrganizationRules rules;
    private final boolean enabled;
    private ResolvedNames resolution;

    OrganizationsImporter(ImportContext context) {
        this.context = context;
        rules = new OrganizationRules(context.spec().ifExists());
        enabled = Profile.isFeatureEnabled(Profile.Feature.ORGANIZATION)
                && context.realm().isOrganizationsEnabled();
    }

    @Override
    public void validate(Item<OrganizationRecord> item) {
        if (enabled) {
            rules.check(item);
        } else {
            item.reject(
                    RejectCode.ORGANIZATIONS_DISABLED,
                    "",
                    "Organizations are disabled for this realm. Enable them in the realm settings.");
        }
    }

    @Override
    public void resolve(List<Item<OrganizationRecord>> items) {
        resolution = new OrganizationLookup(context).resolve(open(items));
    }

    @Override
    public void write(List<Item<OrganizationRecord>> items) {
        new OrganizationWriter(context, resolution).write(open(items));
    }

    private static List<Item<OrganizationRecord>> open(List<Item<OrganizationRecord>> items) {
        return items.stream().filter(item -> !item.isRejected()).toList();
    }
}
