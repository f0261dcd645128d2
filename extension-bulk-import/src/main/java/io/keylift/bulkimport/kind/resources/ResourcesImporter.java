// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.resources;

import io.keylift.bulkimport.kind.spi.ChunkImporter;
import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.kind.spi.Item;
import io.keylift.bulkimport.kind.spi.RejectCode;
import java.util.List;
import org.keycloak.common.Profile;

/** Leads a chunk of resources through its steps. */
final class ResourcesImporter implements ChunkImporter<ResourceRecord> {

    private final ImportContext context;
    private final boolean enabled = Profile.isFeatureEnabled(Profile.Feature.AUTHORIZATION);
    private ResourceResolver resolver;
    private List<ResourceWork> works;

    ResourcesImporter(ImportContext context) {
        this.context = context;
    }

    @Override
    public void validate(Item<ResourceRecord> item) {
        if (enabled) {
            ResourceRules.check(item);
        } else {
            item.reject(RejectCode.AUTHORIZATION_DISABLED, "", "The server runs without the feature `authorization`");
        }
    }

    @Override
    public void resolve(List<Item<ResourceRecord>> items) {
        resolver = new ResourceResolver(context);
        works = resolver.resolve(items);
    }

    @Override
    public void write(List<Item<ResourceRecord>> items) {
        new ResourceWriter(context, resolver.scopes()).write(works);
    }
}
