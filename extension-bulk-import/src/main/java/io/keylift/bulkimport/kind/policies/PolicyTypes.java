// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.policies;

import static io.keylift.request.Pointers.to;

import com.fasterxml.jackson.databind.JsonNode;
import io.keylift.bulkimport.kind.TextRules;
import io.keylift.bulkimport.kind.spi.Item;
import io.keylift.bulkimport.kind.spi.RejectCode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import org.keycloak.representations.idm.authorization.ClientScopePolicyRepresentation.ClientScopeDefinition;
import org.keycloak.representations.idm.authorization.GroupPolicyRepresentation.GroupDefinition;
import org.keycloak.representations.idm.authorization.RolePolicyRepresentation.RoleDefinition;

/** The types of policies that Keycloak has, and ours. */
final class PolicyTypes {

    static final String AGGREGATE = "aggregate";

    /** A script that is installed in the server is a type of its own, whose id begins with this. */
    private static final String SCRIPT_PREFIX = "script-";

    private static final Map<String, PolicyType> TYPES = Map.of(
            "role",
            new OfRoles(),
            "user",
            new OfUsers(),
            "client",
            new OfClients(),
            "group",
            new OfGroups(),
            "client-scope",
            new OfClientScopes(),
            "time",
            new OfTime(),
            "regex",
            new OfRegex(),
            "capability",
            new OfCapabilities(),
            SCRIPT_PREFIX,
            new OfScripts(),
            AGGREGATE,
            (PolicyType) () -> Set.of("policies"));

    private PolicyTypes() {}

    /** The type with this id, or {@code null}. */
    static PolicyType of(String id) {
        return TYPES.get(id.startsWith(SCRIPT_PREFIX) ? SCRIPT_PREFIX : id);
    }

    /** A condition in JPQL for {@code o}, an entity of a policy. */
    static String condition() {
        return "(o.type in ('"
                + String.join("', '", TYPES.keySet().stream().sorted().toList()) + "') or o.type like '" + SCRIPT_PREFIX
                + "%')";
    }

    private static void rejectMissing(Item<?> item, String field, String message) {
        item.reject(RejectCode.MISSING, "/" + field, message);
    }

    /** Checks the names of a list, which must not be blank. */
    private static <T> void checkAll(Item<?> item, String field, List<T> elements, Function<T, String> name) {
        if (elements == null) {
            return;
        }
        for (int i = 0; i < elements.size(); i++) {
            String pointer = to("/" + field, i);
            String text = elements.get(i) == null ? null : name.apply(elements.get(i));
            if (text == null || text.isBlank()) {
                item.reject(RejectCode.MISSING, pointer, "The id or name is missing");
            }
            TextRules.check(item, text, pointer);
        }
    }

    private interface Element<T> {
        /** The element as the config has it; {@code null} after a reject. */
        JsonNode of(T given, String pointer);
    }

    /** The elements of a list by their ids; {@code null} if there is no list, or after a reject. */
    private static <T> Map<String, JsonNode> elements(Item<?> item, String field, List<T> given, Element<T> element) {
        if (given == null) {
            return null;
        }
        Map<String, JsonNode> elements = new LinkedHashMap<>();
        for (int i = 0; i < given.size(); i++) {
            String pointer = to("/" + field, i);
            JsonNode one = element.of(given.get(i), pointer);
            if (one == null) {
                return null;
            }
            String id = one.isTextual() ? one.asText() : one.path("id").asText();
            if (elements.put(id, one) != null && !one.isTextual()) {
                item.reject(RejectCode.INVALID, pointer, "The list names the same one twice");
                return null;
            }
        }
        return elements;
    }

    private static JsonNode text(String id) {
        return id == null ? null : PolicyConfig.text(id);
    }

    private static JsonNode element(String id, String field, Boolean value) {
        return id == null ? null : PolicyConfig.element(id, field, value);
    }

    private static <T> List<T> named(Map<String, String> config, String field, Function<JsonNode, T> name) {
        List<T> named = new ArrayList<>();
        for (JsonNode element : PolicyConfig.elements(config.get(field)).values()) {
            T one = name.apply(element);
            if (one != null) {
                named.add(one);
            }
        }
        return named;
    }

    private static final class OfScripts implements PolicyType {

        @Override
        public Set<String> fields() {
            return Set.of();
        }

        /** Keycloak describes a policy without a description as the script is, which only the script's JAR says. */
        @Override
        public void check(Item<PolicyRecord> item) {
            if (item.record().getDescription() == null) {
                rejectMissing(item, "description", "A policy that runs a script requires a description");
            }
        }
    }

    private static final class OfRoles implements PolicyType {

        private static final String ROLES = "roles";
        private static final String FETCH = "fetchRoles";

        @Override
        public Set<String> fields() {
            return Set.of(ROLES, FETCH);
        }

        @Override
        public void check(Item<PolicyRecord> item) {
            checkAll(item, ROLES, item.record().getRoles(), RoleDefinition::getId);
        }

        @Override
        public void need(PolicyRecord record, Identities identities) {
            if (record.getRoles() != null) {
                record.getRoles().forEach(role -> identities.needRole(role.getId()));
            }
        }

        @Override
        public void configure(Item<PolicyRecord> item, PolicyConfig config, Identities identities) {
            PolicyRecord record = item.record();
            config.list(
                    ROLES,
                    elements(
                            item,
                            ROLES,
                            record.getRoles(),
                            (role, pointer) -> element(
                                    identities.role(item, role.getId(), to(pointer, "id")),
                                    "required",
                                    role.isRequired())));
            config.lasting(FETCH, record.getFetchRoles() == null ? null : String.valueOf(record.getFetchRoles()));
        }

        @Override
        public void collect(Map<String, String> config, IdentityNames names) {
            names.needRoles(PolicyConfig.elements(config.get(ROLES)).keySet());
        }

        @Override
        public void read(Map<String, String> config, IdentityNames names, PolicyRecord record) {
            record.setRoles(named(config, ROLES, role -> {
                String name = names.role(role.path("id").asText());
                JsonNode required = role.path("required");
                return name == null ? null : new RoleDefinition(name, required.asBoolean());
            }));
            if (config.get(FETCH) != null) {
                record.setFetchRoles(Boolean.valueOf(config.get(FETCH)));
            }
        }
    }

    private static final class OfUsers implements PolicyType {

        private static final String USERS = "users";

        @Override
        public Set<String> fields() {
            return Set.of(USERS);
        }

        @Override
        public void check(Item<PolicyRecord> item) {
            checkAll(item, USERS, item.record().getUsers(), user -> user);
        }

        @Override
        public void need(PolicyRecord record, Identities identities) {
            if (record.getUsers() != null) {
                record.getUsers().forEach(identities::needUser);
            }
        }

        @Override
        public void configure(Item<PolicyRecord> item, PolicyConfig config, Identities identities) {
            config.list(
                    USERS,
                    elements(
                            item,
                            USERS,
                            item.record().getUsers(),
                            (user, pointer) -> text(identities.user(item, user, pointer))));
        }

        @Override
        public void collect(Map<String, String> config, IdentityNames names) {
            names.needUsers(PolicyConfig.elements(config.get(USERS)).keySet());
        }

        @Override
        public void read(Map<String, String> config, IdentityNames names, PolicyRecord record) {
            record.setUsers(named(config, USERS, user -> names.user(user.asText())));
        }
    }

    private static final class OfClients implements PolicyType {

        private static final String CLIENTS = "clients";

        @Override
        public Set<String> fields() {
            return Set.of(CLIENTS);
        }

        @Override
        public void check(Item<PolicyRecord> item) {
            checkAll(item, CLIENTS, item.record().getClients(), client -> client);
        }

        @Override
        public void need(PolicyRecord record, Identities identities) {
            if (record.getClients() != null) {
                record.getClients().forEach(identities::needClient);
            }
        }

        @Override
        public void configure(Item<PolicyRecord> item, PolicyConfig config, Identities identities) {
            if (item.record().getClients() == null && !config.keeps(CLIENTS)) {
                rejectMissing(item, CLIENTS, "A policy of this type requires a list of clients");
            }
            config.list(
                    CLIENTS,
                    elements(
                            item,
                            CLIENTS,
                            item.record().getClients(),
                            (client, pointer) -> text(identities.client(item, client, pointer))));
        }

        @Override
        public void collect(Map<String, String> config, IdentityNames names) {
            names.needClients(PolicyConfig.elements(config.get(CLIENTS)).keySet());
        }

        @Override
        public void read(Map<String, String> config, IdentityNames names, PolicyRecord record) {
            record.setClients(named(config, CLIENTS, client -> names.client(client.asText())));
        }
    }

    private static final class OfGroups implements PolicyType {

        private static final String GROUPS = "groups";
        private static final String CLAIM = "groupsClaim";

        @Override
        public Set<String> fields() {
            return Set.of(GROUPS, CLAIM);
        }

        @Override
        public void check(Item<PolicyRecord> item) {
            checkAll(
                    item,
                    GROUPS,
                    item.record().getGroups(),
                    group -> group.getId() == null ? group.getPath() : group.getId());
            TextRules.check(item, item.record().getGroupsClaim(), "/" + CLAIM);
        }

        @Override
        public void need(PolicyRecord record, Identities identities) {
            if (record.getGroups() != null) {
                record.getGroups().forEach(identities::needGroup);
            }
        }

        @Override
        public void configure(Item<PolicyRecord> item, PolicyConfig config, Identities identities) {
            if (item.record().getGroups() == null && !config.keeps(GROUPS)) {
                rejectMissing(item, GROUPS, "A policy of this type requires a list of groups");
            }
            config.list(
                    GROUPS,
                    elements(
                            item,
                            GROUPS,
                            item.record().getGroups(),
                            (group, pointer) -> element(
                                    identities.group(item, group, pointer),
                                    "extendChildren",
                                    group.isExtendChildren())));
            config.lasting(CLAIM, item.record().getGroupsClaim());
        }

        @Override
        public void collect(Map<String, String> config, IdentityNames names) {
            names.needGroups(PolicyConfig.elements(config.get(GROUPS)).keySet());
        }

        @Override
        public void read(Map<String, String> config, IdentityNames names, PolicyRecord record) {
            record.setGroups(named(config, GROUPS, group -> {
                GroupDefinition named = names.group(group.path("id").asText());
                if (named != null) {
                    named.setExtendChildren(group.path("extendChildren").asBoolean());
                }
                return named;
            }));
            record.setGroupsClaim(config.get(CLAIM));
        }
    }

    private static final class OfClientScopes implements PolicyType {

        private static final String SCOPES = "clientScopes";

        @Override
        public Set<String> fields() {
            return Set.of(SCOPES);
        }

        @Override
        public void check(Item<PolicyRecord> item) {
            checkAll(item, SCOPES, item.record().getClientScopes(), ClientScopeDefinition::getId);
        }

        @Override
        public void need(PolicyRecord record, Identities identities) {
            if (record.getClientScopes() != null) {
                record.getClientScopes().forEach(scope -> identities.needClientScope(scope.getId()));
            }
        }

        @Override
        public void configure(Item<PolicyRecord> item, PolicyConfig config, Identities identities) {
            config.list(
                    SCOPES,
                    elements(
                            item,
                            SCOPES,
                            item.record().getClientScopes(),
                            (scope, pointer) -> element(
                                    identities.clientScope(item, scope.getId(), to(pointer, "id")),
                                    "required",
                                    scope.isRequired())));
        }

        @Override
        public void collect(Map<String, String> config, IdentityNames names) {
            names.needClientScopes(PolicyConfig.elements(config.get(SCOPES)).keySet());
        }

        @Override
        public void read(Map<String, String> config, IdentityNames names, PolicyRecord record) {
            record.setClientScopes(named(config, SCOPES, scope -> {
                String name = names.clientScope(scope.path("id").asText());
                return name == null
                        ? null
                        : new ClientScopeDefinition(name, scope.path("required").asBoolean());
            }));
        }
    }

    private static final class OfRegex implements PolicyType {

        private static final String CLAIM = "targetClaim";
        private static final String PATTERN = "pattern";
        private static final String CONTEXT = "targetContextAttributes";

        @Override
        public Set<String> fields() {
            return Set.of(CLAIM, PATTERN, CONTEXT);
        }

        @Override
        public void check(Item<PolicyRecord> item) {
            TextRules.check(item, item.record().getTargetClaim(), "/" + CLAIM);
            TextRules.check(item, item.record().getPattern(), "/" + PATTERN);
        }

        @Override
        public void configure(Item<PolicyRecord> item, PolicyConfig config, Identities identities) {
            PolicyRecord record = item.record();
            config.text(CLAIM, record.getTargetClaim());
            config.text(PATTERN, record.getPattern());
            config.flag(CONTEXT, record.getTargetContextAttributes());
        }

        @Override
        public void read(Map<String, String> config, IdentityNames names, PolicyRecord record) {
            record.setTargetClaim(config.get(CLAIM));
            record.setPattern(config.get(PATTERN));
            record.setTargetContextAttributes(Boolean.valueOf(config.get(CONTEXT)));
        }
    }

    /** Our own type. The names of capabilities are no references: the policy decides by those that exist then. */
    private static final class OfCapabilities implements PolicyType {

        private static final String CAPABILITIES = "capabilities";
        private static final String ALL = "requireAll";

        @Override
        public Set<String> fields() {
            return Set.of(CAPABILITIES, ALL);
        }

        @Override
        public void check(Item<PolicyRecord> item) {
            List<String> names = item.record().getCapabilities();
            checkAll(item, CAPABILITIES, names, name -> name);
            for (int i = 0; names != null && i < names.size(); i++) {
                TextRules.check(item, names.get(i), TextRules.NAME, to("/" + CAPABILITIES, i));
            }
            if (names != null && names.isEmpty()) {
                rejectMissing(item, CAPABILITIES, "A capability policy requires names of capabilities or sets");
            }
        }

        @Override
        public void configure(Item<PolicyRecord> item, PolicyConfig config, Identities identities) {
            List<String> names = item.record().getCapabilities();
            if (names == null && !config.keeps(CAPABILITIES)) {
                rejectMissing(item, CAPABILITIES, "A capability policy requires names of capabilities or sets");
            }
            Map<String, JsonNode> elements = names == null ? null : new TreeMap<>();
            if (names != null) {
                names.forEach(name -> elements.put(name, PolicyConfig.text(name)));
            }
            config.list(CAPABILITIES, elements);
            config.flag(ALL, item.record().getRequireAll());
        }

        @Override
        public void read(Map<String, String> config, IdentityNames names, PolicyRecord record) {
            record.setCapabilities(named(config, CAPABILITIES, JsonNode::asText));
            record.setRequireAll(Boolean.valueOf(config.get(ALL)));
        }
    }
}
