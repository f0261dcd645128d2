// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.document;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.bulkimport.input.InputWarning;
import io.keylift.bulkimport.kind.BuiltIn;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Makes records of the elements of sections. What it does not know goes on as it is, to be judged by the kind. */
final class Translation {

    private static final String ID = "id";
    private static final String NAME = "name";
    private static final String REALM_ROLES = "realmRoles";
    private static final String CLIENT_ROLES = "clientRoles";
    private static final String PROTOCOL_MAPPERS = "protocolMappers";

    private final DocumentFacts facts;
    private final Target target;
    private final Lines lines;
    private final LegacyFields older;
    private final Migrators migrators;
    private final ClientTranslation clients;
    private final GroupTranslation groups;
    private final OrganizationTranslation organizations;
    private final MaskedSecrets secrets = new MaskedSecrets();
    private final Placeholders placeholders = new Placeholders();

    /** @param maxPaths most characters in the paths that the groups of one tree get */
    Translation(DocumentFacts facts, Target target, Lines lines, long maxPaths) {
        this.facts = facts;
        this.target = target;
        this.lines = lines;
        older = new LegacyFields(facts);
        migrators = new Migrators(facts, target);
        clients = new ClientTranslation(facts, target, lines);
        groups = new GroupTranslation(target, lines, maxPaths);
        organizations = new OrganizationTranslation(facts, groups, lines);
    }

    void translate(Section section, ObjectNode element) throws IOException {
        if (section == Section.CLIENTS || section == Section.IDENTITY_PROVIDERS || section == Section.USERS) {
            placeholders.count(element);
        }
        switch (section) {
            case CLIENT_SCOPES -> clientScope(element);
            case CLIENTS -> {
                secrets.ofClient(element);
                older.ofClient(element);
                migrators.ofClient(element);
                clients.translate(element);
            }
            case ROLES -> role(element);
            case GROUPS -> groups.translate(element, Section.GROUPS, (group, reference) -> renameDefaultRole(group));
            case ORGANIZATIONS -> organizations.translate(element);
            case IDENTITY_PROVIDERS -> identityProvider(element);
            case USERS -> user(element);
            case SCOPE_MAPPINGS -> scopeMapping(element);
            case DEPARTMENTS, ORGANIZATION_MEMBERS, DEPARTMENT_MEMBERS -> lines.add(element);
            case SERVICE_ACCOUNT_GROUPS, SERVICE_ACCOUNT_ROLES, SCOPES, RESOURCES, POLICIES, PERMISSIONS ->
                lines.merge(element);
        }
    }

    /** Adds the records that follow from a section as a whole. */
    void complete(Section section) throws IOException {
        ObjectNode composites = section == Section.ROLES ? facts.compositesOfDefaultRole() : null;
        if (composites != null && target.defaultRole() != null) {
            lines.merge(DocumentParser.MAPPER
                    .createObjectNode()
                    .put(NAME, target.defaultRole())
                    .set("composites", composites));
        }
    }

    private void clientScope(ObjectNode scope) throws IOException {
        String name = scope.path(NAME).asText();
        facts.nameProtocol(name, scope.path("protocol").asText(ClientTranslation.OIDC));
        migrators.ofClientScope(scope);
        String assignment = facts.assignment(name);
        if (assignment != null) {
            scope.put("assignment", assignment);
        }
        if (BuiltIn.isClientScope(name)) {
            withoutIds(scope);
            lines.merge(scope);
        } else {
            lines.add(scope);
        }
    }

    private void role(ObjectNode role) throws IOException {
        LegacyFields.ofRole(role);
        String name = role.path(NAME).asText();
        String client = role.path(DocumentParser.CLIENT).asText(null);
        if (client != null && ClientTranslation.isOfAdministrators(client)) {
            return;
        }
        role.remove(List.of("containerId", "clientRole"));
        if (client == null && facts.isDefaultRole(name) && target.defaultRole() != null) {
            role.put(NAME, target.defaultRole());
            role.remove(ID);
            lines.merge(role);
        } else if (client == null
                ? BuiltIn.isRealmRole(name)
                : BuiltIn.isClient(client) || name.equals("uma_protection")) {
            role.remove(ID);
            lines.merge(role);
        } else {
            lines.add(role);
        }
    }

    private void identityProvider(ObjectNode provider) throws IOException {
        LegacyFields.ofIdentityProvider(provider);
        String alias = provider.path("alias").asText();
        secrets.ofIdentityProvider(provider);
        provider.remove("organizationId");
        String organization = facts.organization(alias);
        if (organization != null) {
            provider.put("organization", organization);
        }
        if (facts.hasMappers()) {
            ArrayNode mappers = provider.putArray("mappers");
            for (byte[] mapper : facts.takeMappers(alias)) {
                mappers.add(DocumentParser.strictTree(mapper));
            }
        }
        lines.add(provider);
    }

    private void user(ObjectNode user) throws IOException {
        older.ofUser(user);
        secrets.ofUser(user);
        renameDefaultRole(user);
        String client = user.path("serviceAccountClientId").asText(null);
        if (client == null) {
            lines.add(user);
        } else {
            serviceAccount(user);
        }
    }

    /** The account comes with its client; the document has its roles, groups and attributes. */
    private void serviceAccount(ObjectNode account) throws IOException {
        JsonNode username = account.path("username");
        ObjectNode user = account.deepCopy();
        user.remove(List.of(ID, REALM_ROLES, CLIENT_ROLES, "groups", "createdTimestamp"));
        lines.merge(user);
        if (!account.path(REALM_ROLES).isEmpty() || !account.path(CLIENT_ROLES).isEmpty()) {
            ObjectNode roles = DocumentParser.MAPPER.createObjectNode();
            roles.set("username", username);
            for (String field : List.of(REALM_ROLES, CLIENT_ROLES)) {
                if (account.has(field)) {
                    roles.set(field, account.get(field));
                }
            }
            lines.add(Section.SERVICE_ACCOUNT_ROLES, roles);
        }
        for (JsonNode group : account.path("groups")) {
            ObjectNode member = DocumentParser.MAPPER.createObjectNode();
            member.set("username", username);
            member.set("group", group);
            lines.add(Section.SERVICE_ACCOUNT_GROUPS, member);
        }
    }

    /** Keycloak gives some of them to each realm. */
    private void scopeMapping(ObjectNode mapping) throws IOException {
        LegacyFields.ofScopeMapping(mapping);
        mapping.remove("self");
        JsonNode roles = mapping.remove("roles");
        JsonNode client = mapping.remove(DocumentParser.CLIENT_OF_ROLES);
        if (roles == null
                || roles.isArray() && roles.isEmpty()
                || migrators.leavesNoRolesTo(mapping.path(DocumentParser.CLIENT).asText())) {
            return;
        }
        if (client == null) {
            mapping.set(REALM_ROLES, roles);
            renameDefaultRole(mapping);
        } else {
            mapping.putObject(CLIENT_ROLES).set(client.asText(), roles);
        }
        lines.merge(mapping);
    }

    private void renameDefaultRole(ObjectNode holder) {
        if (target.defaultRole() != null && holder.path(REALM_ROLES) instanceof ArrayNode roles) {
            for (int i = 0; i < roles.size(); i++) {
                if (facts.isDefaultRole(roles.get(i).asText())) {
                    roles.set(i, target.defaultRole());
                }
            }
        }
    }

    /** The ids of an object that the realm has under others. */
    static void withoutIds(ObjectNode object) {
        object.remove(ID);
        object.path(PROTOCOL_MAPPERS).forEach(mapper -> {
            if (mapper instanceof ObjectNode fields) {
                fields.remove(ID);
            }
        });
    }

    /** Warnings about the translation as a whole. */
    List<InputWarning> warnings() {
        List<InputWarning> warnings = new ArrayList<>(migrators.warnings());
        placeholders.warning().ifPresent(warnings::add);
        return warnings;
    }

    /** Message about secrets that the document does not have. */
    Optional<String> masked() {
        return secrets.left();
    }
}
