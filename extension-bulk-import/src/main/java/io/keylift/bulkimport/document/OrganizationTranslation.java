// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.document;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Makes records of organizations, their departments and members, and notes the identity providers linked to them. */
final class OrganizationTranslation {

    private static final String ORGANIZATION = "organization";
    private static final Set<String> NAMES = Set.of("alias", "id");

    private final DocumentFacts facts;
    private final GroupTranslation groups;
    private final Lines lines;

    OrganizationTranslation(DocumentFacts facts, GroupTranslation groups, Lines lines) {
        this.facts = facts;
        this.groups = groups;
        this.lines = lines;
    }

    void translate(ObjectNode organization) throws IOException {
        String alias = organization
                .path(organization.hasNonNull("alias") ? "alias" : "name")
                .asText();
        Map<String, String> departments = departments(alias, organization.remove("groups"));
        members(alias, organization.remove("members"), departments);
        JsonNode providers = organization.remove("identityProviders");
        if (providers != null) {
            for (JsonNode provider : providers) {
                facts.link(provider.path("alias").asText(), alias);
            }
        }
        if (onlyNames(organization)) {
            lines.merge(organization);
        } else {
            lines.add(organization);
        }
    }

    /** Whether it says nothing of the organization itself, but only to which one its departments and members belong. */
    private static boolean onlyNames(ObjectNode organization) {
        return organization.has("alias")
                && organization.properties().stream().allMatch(field -> NAMES.contains(field.getKey()));
    }

    /** Returns the paths of the departments by their ids, with slashes within names escaped. */
    private Map<String, String> departments(String organization, JsonNode trees) throws IOException {
        Map<String, String> paths = new HashMap<>();
        if (trees == null) {
            return paths;
        }
        for (JsonNode tree : trees) {
            if (tree instanceof ObjectNode object) {
                groups.translate(object, Section.DEPARTMENTS, (group, reference) -> {
                    paths.put(group.path("id").asText(), reference);
                    group.remove(List.of("parentId", "subGroupCount", "access", "organization"));
                    group.put(ORGANIZATION, organization);
                });
            }
        }
        return paths;
    }

    private void members(String organization, JsonNode members, Map<String, String> departments) throws IOException {
        if (members == null) {
            return;
        }
        for (JsonNode member : members) {
            ObjectNode record = DocumentParser.MAPPER.createObjectNode().put(ORGANIZATION, organization);
            record.set("username", member.get("username"));
            if (member.hasNonNull("membershipType")) {
                record.set("membershipType", member.get("membershipType"));
            }
            lines.add(Section.ORGANIZATION_MEMBERS, record);
            for (JsonNode group : member.path("groups")) {
                ObjectNode department = DocumentParser.MAPPER.createObjectNode().put(ORGANIZATION, organization);
                department.set("username", member.get("username"));
                department.put("department", departments.getOrDefault(group.asText(), group.asText()));
                lines.add(Section.DEPARTMENT_MEMBERS, department);
            }
        }
    }
}
