// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.resources;

import io.keylift.bulkimport.kind.shared.authorization.ResourceServerRules;
import io.keylift.bulkimport.kind.shared.table.AttributeTable;
import io.keylift.bulkimport.kind.spi.Item;
import io.keylift.bulkimport.kind.spi.RejectCode;
import io.keylift.bulkimport.kind.spi.TextRules;
import java.util.List;
import java.util.Set;
import org.keycloak.common.util.PathMatcher;
import org.keycloak.representations.idm.authorization.ScopeRepresentation;

/** Rules for a resource that need no look-up. */
final class ResourceRules {

    private ResourceRules() {}

    static void check(Item<ResourceRecord> item) {
        ResourceRecord resource = item.record();
        ResourceServerRules.checkKey(item, "A resource requires a client and a name");
        ResourceTable.TABLE.check(item);
        checkOwner(item, resource);
        checkUris(item, resource);
        checkScopes(item, resource.getScopes());
        AttributeTable.check(item, resource.getAttributes(), TextRules.NAME);
    }

    private static void checkOwner(Item<ResourceRecord> item, ResourceRecord resource) {
        if (resource.getOwner() == null) {
            return;
        }
        if (resource.ownerName() == null || resource.ownerName().isBlank()) {
            item.reject(RejectCode.MISSING, "/owner", "The owner requires an id or a name");
        }
        TextRules.check(item, resource.getOwner().getId(), TextRules.NAME, "/owner");
        TextRules.check(item, resource.getOwner().getName(), TextRules.NAME, "/owner");
    }

    private static void checkUris(Item<ResourceRecord> item, ResourceRecord resource) {
        for (String uri : resource.givenUris()) {
            TextRules.check(item, uri, TextRules.NAME, "/uris");
            String fault = PathMatcher.validateTemplate(uri);
            if (fault != null) {
                item.reject(RejectCode.INVALID, "/uris", "A URI is not a valid template: " + fault);
            }
        }
    }

    private static void checkScopes(Item<ResourceRecord> item, Set<ScopeRepresentation> scopes) {
        for (ScopeRepresentation scope : scopes) {
            if (scope == null || scope.getName() == null || scope.getName().isBlank()) {
                item.reject(RejectCode.MISSING, "/scopes", "The name is missing");
                return;
            }
            TextRules.checkId(item, scope.getId(), "/scopes");
            TextRules.check(item, scope.getName(), TextRules.NAME, "/scopes");
            TextRules.check(item, scope.getDisplayName(), TextRules.NAME, "/scopes");
            TextRules.check(item, scope.getIconUri(), TextRules.NAME, "/scopes");
            if (isGiven(scope.getPolicies()) || isGiven(scope.getResources())) {
                item.reject(
                        RejectCode.UNSUPPORTED_FIELD,
                        "/scopes",
                        "An import of resources cannot have policies or resources of a scope");
            }
        }
    }

    private static boolean isGiven(List<?> list) {
        return list != null && !list.isEmpty();
    }
}
