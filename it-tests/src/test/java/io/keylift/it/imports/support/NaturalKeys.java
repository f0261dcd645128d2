// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.support;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.it.http.AdminHttp;
import io.keylift.it.server.Database;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Normalizes rows that differ between equal realms. Ids are replaced by the name of their object, times of the test run
 * by a marker, salted hashes by their format. All other values are unchanged.
 */
public final class NaturalKeys {

    /** Salt of the hashed passwords that come with records: these are compared to the letter. */
    public static final String GIVEN_SALT = "S2V5bGlmdCBnaXZlbiBzYWx0";

    /** Beginning of the client secrets that come with records: these are compared to the letter, too. */
    public static final String GIVEN_SECRET = "given-";

    /** Certificates and keys. */
    private static final Pattern LONG_BASE64 = Pattern.compile("[A-Za-z0-9+/]{600,}=*");

    private static final Pattern SECONDS = Pattern.compile("[0-9]{10}");
    private static final Pattern UUID = Pattern.compile("[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}");
    private static final String TOP_LEVEL = " ";

    private static final Set<String> NAMED = Set.of(
            "realm",
            "client",
            "user_entity",
            "org",
            "keycloak_role",
            "client_scope",
            "authentication_flow",
            "protocol_mapper",
            "identity_provider",
            "identity_provider_mapper",
            "keylift_capability",
            "resource_server_scope",
            "resource_server_policy",
            "resource_server_resource",
            "keycloak_group",
            "user_consent");

    /** When the test run began: the realm that a test copies can be older than the test. */
    private static final long FIRST_MILLIS =
            ManagementFactory.getRuntimeMXBean().getStartTime();

    private final RealmRows realm;
    private final Map<String, String> names = new HashMap<>();
    private final Map<String, Map<String, Object>> groups = new HashMap<>();

    public NaturalKeys(RealmRows realm) {
        this.realm = realm;
        name("realm", row -> "the realm");
        name("client", row -> "client " + row.get("client_id"));
        name("user_entity", row -> "user " + row.get("username"));
        name("org", row -> "organization " + row.get("alias"));
        name("keycloak_role", row -> "role " + row.get("name") + " of " + row.get("client"));
        name("client_scope", row -> "scope " + row.get("name"));
        name("authentication_flow", row -> "flow " + row.get("alias"));
        name("protocol_mapper", row -> "mapper " + row.get("protocol") + " " + row.get("name") + " of " + owner(row));
        realm.of("identity_provider")
                .forEach(row -> names.put((String) row.get("internal_id"), "provider " + row.get("provider_alias")));
        name("identity_provider_mapper", row -> "mapper " + row.get("name") + " of provider " + row.get("idp_alias"));
        name("keylift_capability", row -> "capability " + row.get("name"));
        name("resource_server_scope", row -> "scope " + row.get("name") + " of " + row.get("resource_server_id"));
        name("resource_server_policy", row -> "policy " + row.get("name") + " of " + row.get("resource_server_id"));
        realm.of("resource_server_resource").forEach(row -> names.put((String) row.get("id"), resource(row)));
        realm.of("keycloak_group").forEach(group -> groups.put((String) group.get("id"), group));
        name("keycloak_group", this::path);
        name(
                "user_consent",
                row -> "consent of " + names.get((String) row.get("user_id")) + " for "
                        + names.get((String) row.get("client_id")));
        // In the end the clients and client scopes that roles and mappers belong to have names as well.
        names.replaceAll((id, name) -> replaceOwner(name));
    }

    /** The names of all objects of a realm, by id. */
    public static Map<String, String> names(Database database, String realm) {
        return Map.copyOf(new NaturalKeys(RealmRows.of(database, realm, NAMED)).names);
    }

    private static Object owner(Map<String, Object> mapper) {
        return mapper.get("client_id") == null ? mapper.get("client_scope_id") : mapper.get("client_id");
    }

    private String resource(Map<String, Object> row) {
        String owner = (String) row.get("owner");
        return "resource " + row.get("name") + " of " + names.getOrDefault(owner, owner);
    }

    private interface Naming {
        String of(Map<String, Object> row);
    }

    private void name(String table, Naming naming) {
        realm.of(table).forEach(row -> names.put((String) row.get("id"), naming.of(row)));
    }

    private String path(Map<String, Object> group) {
        Object parent = group.get("parent_group");
        String name = names.getOrDefault((String) group.get("name"), "/" + group.get("name"));
        return TOP_LEVEL.equals(parent) ? "group " + name : path(groups.get(parent)) + name;
    }

    private String replaceOwner(String name) {
        int at = name.lastIndexOf(" of ");
        String owner = at < 0 ? null : names.get(name.substring(at + 4));
        return owner == null ? name : name.substring(0, at + 4) + owner;
    }

    /** The row without what differs by nature. */
    public Map<String, Object> normalized(Map<String, Object> row) {
        Map<String, Object> normalized = new TreeMap<>();
        row.forEach((column, value) -> normalized.put(column, normalized(column, value)));
        if (row.containsKey("policy_id") && row.get("value") instanceof String text && text.startsWith("[")) {
            normalized.put("value", sorted(withNames(text)));
        }
        // Hibernate's count of updates: one that is flushed early counts, one that is not does not.
        normalized.remove("version");
        return normalized;
    }

    /** The elements of a list that has no order. */
    private static List<String> sorted(String json) {
        try {
            List<String> elements = new ArrayList<>();
            AdminHttp.JSON.readTree(json).forEach(element -> elements.add(element.toString()));
            elements.sort(null);
            return elements;
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A text with the names of what the ids in it stand for. */
    public String withNames(String text) {
        return UUID.matcher(text)
                .replaceAll(id -> Matcher.quoteReplacement("<" + names.getOrDefault(id.group(), "a UUID") + ">"));
    }

    private Object normalized(String column, Object value) {
        if (value instanceof Number number) {
            return isMomentOfThisRun(number.longValue()) ? "<a moment ago>" : value;
        }
        if (!(value instanceof String text)) {
            return value;
        }
        if ("secret_data".equals(column)) {
            return secret(text);
        }
        if ("secret".equals(column) && !text.startsWith(GIVEN_SECRET)) {
            return "<" + text.length() + " characters>";
        }
        if (LONG_BASE64.matcher(text).matches()) {
            return "<generated>";
        }
        if (SECONDS.matcher(text).matches() && isMomentOfThisRun(Long.parseLong(text))) {
            return "<a moment ago>";
        }
        String name = UUID.matcher(text).matches() ? "<a UUID>" : text;
        String known = names.get(text);
        return (known == null ? name : "<" + known + ">").replace(realm.realm(), "the realm");
    }

    /** Whether a number is a time since the test run began, in seconds or milliseconds. */
    public static boolean isMomentOfThisRun(long number) {
        long now = System.currentTimeMillis();
        boolean millis = number >= FIRST_MILLIS && number <= now;
        return millis || (number >= FIRST_MILLIS / 1000 && number <= now / 1000);
    }

    /** Of a hash with a salt of its own the lengths must be the same. */
    private static String secret(String json) {
        if (json.contains(GIVEN_SALT)) {
            return json;
        }
        try {
            ObjectNode secret = (ObjectNode) AdminHttp.JSON.readTree(json);
            if (!secret.has("salt")) {
                return json;
            }
            for (String field : new String[] {"value", "salt"}) {
                secret.put(field, "<" + secret.get(field).asText().length() + " characters>");
            }
            return secret.toString();
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }
}
