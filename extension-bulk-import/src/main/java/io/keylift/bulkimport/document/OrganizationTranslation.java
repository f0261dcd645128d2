// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.document;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Makes records of organizations, their departments and members, and notes the identity providers linked to them. */
final class OrganizationTranslation {

    private static final String ORGANIZATION = "organization";

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
        lines.add(organization);
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
