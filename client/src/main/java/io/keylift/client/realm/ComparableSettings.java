// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.client.realm;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Settings by names instead of by places in lists and by ids, so that those of two realms can be compared. Lists of
 * texts are sorted, as Keycloak keeps no order of them.
 */
final class ComparableSettings {

    /** The user profile, which the document has as text of a component. */
    static final String USER_PROFILE = "userProfile";

    static final String COMPONENTS = RealmSettings.COMPONENTS;
    static final String FLOWS = "authenticationFlows";
    static final String DEFAULT_GROUPS = "defaultGroups";

    private static final ObjectMapper JSON = new ObjectMapper();

    /** Each realm has its own. */
    private static final Set<String> OWN = Set.of(
            "realm",
            "keycloakVersion",
            "privateKey",
            "publicKey",
            "certificate",
            "codeSecret",
            "notBefore",
            "userFederationProviders",
            "userFederationMappers");

    private static final String KEYS = "org.keycloak.keys.KeyProvider";

    private ComparableSettings() {}

    static ObjectNode of(RealmSettings settings) {
        ObjectNode all = settings.document().deepCopy();
        all.remove(OWN);
        if (all.get(COMPONENTS) instanceof ObjectNode components) {
            components.remove(KEYS);
            all.set(COMPONENTS, components(components));
        }
        byName(all, FLOWS, "alias");
        byName(all, "authenticatorConfig", "alias");
        byName(all, "requiredActions", "alias");
        all.path(FLOWS).forEach(flow -> flow((ObjectNode) flow));
        all.path("authenticatorConfig").forEach(config -> withoutId((ObjectNode) config));
        if (all.get("clientProfiles") instanceof ObjectNode profiles) {
            profiles.remove("globalProfiles");
            byName(profiles, "profiles", "name");
        }
        if (all.get("clientPolicies") instanceof ObjectNode policies) {
            policies.remove("globalPolicies");
            byName(policies, "policies", "name");
        }
        if (settings.userProfile() != null) {
            ObjectNode profile = settings.userProfile().deepCopy();
            byName(profile, "attributes", "name");
            byName(profile, "groups", "name");
            all.set(USER_PROFILE, profile);
        }
        if (all.get("attributes") instanceof ObjectNode attributes) {
            // A realm that was made of a document has some settings twice.
            attributes.properties().removeIf(attribute -> all.has(attribute.getKey()));
        }
        all.set(DEFAULT_GROUPS, JSON.valueToTree(settings.defaultGroups()));
        all.properties().forEach(field -> {
            if (isOfTexts(field.getValue())) {
                all.set(field.getKey(), sorted(field.getValue()));
            }
        });
        return all;
    }

    /** The order of its steps counts, not the numbers that make it. */
    private static void flow(ObjectNode flow) {
        withoutId(flow);
        flow.path("authenticationExecutions")
                .forEach(step -> ((ObjectNode) step).remove(List.of("priority", "autheticatorFlow")));
    }

    private static void withoutId(ObjectNode holder) {
        holder.remove("id");
    }

    private static void byName(ObjectNode holder, String field, String name) {
        if (holder.get(field) instanceof ArrayNode list) {
            ObjectNode named = JSON.createObjectNode();
            for (JsonNode element : list) {
                named.set(element.path(name).asText(), element);
            }
            holder.set(field, named);
        }
    }

    /** By type and name; components of one name in one place are numbered. */
    private static ObjectNode components(JsonNode types) {
        ObjectNode named = JSON.createObjectNode();
        for (Map.Entry<String, JsonNode> type : types.properties()) {
            ObjectNode ofType = named.putObject(type.getKey());
            for (JsonNode component : type.getValue()) {
                ObjectNode shown = component.deepCopy();
                shown.remove("id");
                shown.remove("name");
                shown.set("subComponents", components(component.path("subComponents")));
                shown.path("config").properties().forEach(value -> value.setValue(sorted(value.getValue())));
                String name = name(component);
                String free = name;
                for (int i = 2; ofType.has(free); i++) {
                    free = name + " " + i;
                }
                ofType.set(free, shown);
            }
        }
        return named;
    }

    /** Components of one name may have different subtypes. */
    static String name(JsonNode component) {
        String subtype = component.path("subType").asText("");
        return component.path("name").asText() + (subtype.isEmpty() ? "" : " (" + subtype + ")");
    }

    private static boolean isOfTexts(JsonNode value) {
        if (!value.isArray() || value.isEmpty()) {
            return false;
        }
        for (JsonNode element : value) {
            if (!element.isTextual()) {
                return false;
            }
        }
        return true;
    }

    private static JsonNode sorted(JsonNode texts) {
        if (!isOfTexts(texts)) {
            return texts;
        }
        List<String> values = new ArrayList<>();
        texts.forEach(text -> values.add(text.asText()));
        ArrayNode sorted = JSON.createArrayNode();
        values.stream().sorted().forEach(sorted::add);
        return sorted;
    }

    /** The settings that the source has otherwise than the target. */
    static List<Difference> between(RealmSettings source, RealmSettings target) {
        List<Difference> differences = new ArrayList<>();
        compare(List.of(), of(source), of(target), differences);
        return differences;
    }

    private static void compare(List<String> path, JsonNode source, JsonNode target, List<Difference> differences) {
        if (source.isObject() && target.isObject()) {
            Set<String> names = new TreeSet<>();
            source.fieldNames().forEachRemaining(names::add);
            target.fieldNames().forEachRemaining(names::add);
            for (String name : names) {
                List<String> inner = new ArrayList<>(path);
                inner.add(name);
                JsonNode wanted = present(source.get(name));
                JsonNode there = present(target.get(name));
                if (wanted != null && there != null) {
                    compare(inner, wanted, there, differences);
                } else if (wanted != there) {
                    differences.add(new Difference(List.copyOf(inner), wanted, there));
                }
            }
        } else if (!source.equals(target) && !Masked.is(source) && !Masked.is(target)) {
            differences.add(new Difference(path, source, target));
        }
    }

    /** Nothing and an empty value are the same. */
    private static JsonNode present(JsonNode value) {
        return value == null
                        || value.isNull()
                        || value.isContainerNode() && value.isEmpty()
                        || value.isTextual() && value.textValue().isEmpty()
                ? null
                : value;
    }
}
