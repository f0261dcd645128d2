// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.shared.reference;

import io.keylift.bulkimport.kind.shared.reference.Organizations.Organization;
import io.keylift.bulkimport.kind.spi.ReadContext;
import io.keylift.bulkimport.rows.Queries;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.keycloak.models.GroupModel;

/**
 * Departments that records name by an organization and a path. First call {@link #need} for all of them, then
 * {@link #load} once.
 */
public final class DepartmentPaths {

    private final Organizations organizations;
    private final GroupPaths paths;
    private final Map<String, Set<Path>> needed = new HashMap<>();

    /**
     * @param text {@code null} for the organization itself
     * @param name last name of the path, if the record gives it; otherwise {@code null}
     */
    private record Path(String text, String name) {}

    public DepartmentPaths(ReadContext context, Queries rows) {
        organizations = new Organizations(context, rows);
        paths = new GroupPaths(context, rows, GroupModel.Type.ORGANIZATION);
    }

    /**
     * @param organization alias or id of the organization; {@code null} names nothing
     * @param path path of the department; {@code null} for the organization itself
     */
    public void need(String organization, String path) {
        need(organization, path, null);
    }

    /** @param name the last name of the path, if the record gives it; otherwise {@code null} */
    public void need(String organization, String path, String name) {
        if (organization != null) {
            organizations.need(organization);
            needed.computeIfAbsent(organization, any -> new HashSet<>()).add(new Path(path, name));
        }
    }

    public void load() {
        organizations.load();
        needed.forEach((name, all) -> {
            Organization organization = organization(name);
            if (organization != null) {
                all.stream()
                        .filter(path -> path.text() != null)
                        .forEach(path -> paths.need(organization.groupId(), path.text(), path.name()));
            }
        });
        paths.load();
    }

    /** Id of the department, or of the group of the organization's members; {@code null} if there is none. */
    public String id(String organization, String path) {
        return id(organization, path, null);
    }

    /** Id of the department whose path was needed with this name; {@code null} if there is none. */
    public String id(String organization, String path, String name) {
        Organization found = organization == null ? null : organization(organization);
        if (found == null) {
            return null;
        }
        return path == null ? found.groupId() : paths.id(found.groupId(), path, name);
    }

    private Organization organization(String name) {
        Organization found = organizations.ofAlias(name);
        return found == null ? organizations.ofId(name) : found;
    }
}
