// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.client.realm;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.client.AdminApi;
import io.keylift.client.Server;
import io.keylift.client.http.HttpFailure;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Brings the settings of one realm into another one that exists. What only the target has stays, except single values
 * of settings that both have; nothing is removed that may be in use.
 */
public final class SettingsUpdate {

    private static final ObjectMapper JSON = new ObjectMapper();

    private static final String TEXTS = "localizationTexts";

    private static final String BY_HAND = "Change it by hand";

    private final AdminApi admin;
    private final String path;
    private final RealmSettings source;
    private final RealmSettings target;
    private final List<Difference> differences;
    private final List<Gap> gaps = new ArrayList<>();

    private SettingsUpdate(AdminApi admin, String realm, RealmSettings source)
            throws IOException, InterruptedException {
        this.admin = admin;
        this.path = "/" + AdminApi.segment(realm);
        this.source = source;
        this.target = RealmSettings.of(admin, realm);
        this.differences = ComparableSettings.between(source, target);
    }

    /** Compares the settings of a source with those of a realm. */
    public static SettingsUpdate of(Server server, String realm, RealmSettings source)
            throws IOException, InterruptedException {
        return new SettingsUpdate(server.admin(), realm, source);
    }

    /** Settings that the realm has otherwise than the source. */
    public List<Difference> differences() {
        return List.copyOf(differences);
    }

    /** Changes the realm, and returns what was not changed. */
    public List<Gap> apply() throws IOException, InterruptedException {
        Map<String, List<Difference>> bySection = new LinkedHashMap<>();
        differences.forEach(difference -> bySection
                .computeIfAbsent(difference.section(), section -> new ArrayList<>())
                .add(difference));
        List<Difference> flows = new ArrayList<>(take(bySection, ComparableSettings.FLOWS));
        List<Difference> configs = take(bySection, "authenticatorConfig");
        attempt(
                ComparableSettings.FLOWS,
                () -> gaps.addAll(new FlowUpdate(admin, path, source, target).apply(flows, configs)));
        List<Difference> profile = take(bySection, ComparableSettings.USER_PROFILE);
        if (!profile.isEmpty() && source.userProfile() != null) {
            attempt(ComparableSettings.USER_PROFILE, () -> admin.put(path + "/users/profile", source.userProfile()));
        }
        List<Difference> actions = take(bySection, "requiredActions");
        List<Difference> components = take(bySection, ComparableSettings.COMPONENTS);
        List<Difference> texts = take(bySection, TEXTS);
        List<Difference> profiles = take(bySection, "clientProfiles");
        List<Difference> policies = take(bySection, "clientPolicies");
        List<Difference> groups = take(bySection, ComparableSettings.DEFAULT_GROUPS);
        for (String section : bySection.keySet()) {
            attempt(section, () -> field(section));
        }
        requiredActions(actions);
        if (!components.isEmpty()) {
            gaps.addAll(new ComponentUpdate(admin, path, source).apply(components));
        }
        texts(texts);
        clients("clientProfiles", "profiles", profiles);
        clients("clientPolicies", "policies", policies);
        groups(groups);
        return List.copyOf(gaps);
    }

    private static List<Difference> take(Map<String, List<Difference>> bySection, String section) {
        List<Difference> taken = bySection.remove(section);
        return taken == null ? List.of() : taken;
    }

    /** Changes a part of the realm. */
    @FunctionalInterface
    private interface Change {

        void run() throws IOException, InterruptedException;
    }

    /** A part that the server refuses does not keep the others from being changed. */
    private void attempt(String place, Change change) throws IOException, InterruptedException {
        try {
            change.run();
        } catch (HttpFailure e) {
            gaps.add(new Gap(place, "the server refuses the change (" + e.getMessage() + ")", BY_HAND));
        }
    }

    private void field(String name) throws IOException, InterruptedException {
        JsonNode value = source.document().get(name);
        if (value == null || value.isNull()) {
            gaps.add(new Gap(name, "only the target has it, and it stays", BY_HAND));
            return;
        }
        ObjectNode change = JSON.createObjectNode();
        change.set(name, value);
        if (name.equals("smtpServer") && target.document().path(name).isEmpty()) {
            for (String masked : Masked.removeFrom((ObjectNode) change.get(name))) {
                gaps.add(new Gap(name + "/" + masked, Masked.REASON, "Set it under Realm settings → Email"));
            }
        }
        admin.put(path, change);
    }

    private void requiredActions(List<Difference> actions) throws IOException, InterruptedException {
        for (String alias : names(actions)) {
            JsonNode action = named(source.document().path("requiredActions"), "alias", alias);
            if (action == null) {
                gaps.add(new Gap("requiredActions/" + alias, "only the target has it, and it stays", BY_HAND));
                continue;
            }
            attempt("requiredActions/" + alias, () -> {
                String place = path + "/authentication/required-actions/" + AdminApi.segment(alias);
                if (admin.find(place).isEmpty()) {
                    ObjectNode registered = JSON.createObjectNode();
                    registered.set("providerId", action.path("providerId"));
                    registered.set("name", action.path("name"));
                    admin.post(path + "/authentication/register-required-action", registered);
                }
                admin.put(place, action);
            });
        }
    }

    private void texts(List<Difference> texts) throws IOException, InterruptedException {
        for (String locale : names(texts)) {
            JsonNode all = source.document().path(TEXTS).path(locale);
            if (all.isObject()) {
                attempt(
                        TEXTS + "/" + locale,
                        () -> admin.post(path + "/localization/" + AdminApi.segment(locale), all));
            }
        }
        for (Difference difference : texts) {
            if (difference.source() == null) {
                gaps.add(new Gap(String.join("/", difference.path()), "only the target has it, and it stays", BY_HAND));
            }
        }
    }

    private void clients(String field, String end, List<Difference> changed) throws IOException, InterruptedException {
        if (!changed.isEmpty() && source.document().hasNonNull(field)) {
            attempt(
                    field,
                    () -> admin.put(
                            path + "/client-policies/" + end, source.document().get(field)));
        }
    }

    private void groups(List<Difference> changed) throws IOException, InterruptedException {
        if (changed.isEmpty()) {
            return;
        }
        Set<String> missing = new TreeSet<>(source.defaultGroups());
        missing.removeAll(target.defaultGroups());
        for (String group : missing) {
            Optional<JsonNode> there = admin.find(path + "/group-by-path" + RealmCopy.encoded(group));
            if (there.isPresent()) {
                admin.put(path + "/default-groups/" + there.get().path("id").asText(), null);
            } else {
                gaps.add(new Gap("defaultGroups" + group, "the realm does not have this group", "Import it first"));
            }
        }
        Set<String> more = new TreeSet<>(target.defaultGroups());
        more.removeAll(source.defaultGroups());
        more.forEach(
                group -> gaps.add(new Gap("defaultGroups" + group, "only the target has it, and it stays", BY_HAND)));
    }

    /** Names of what is different within a section. */
    static Set<String> names(List<Difference> differences) {
        Set<String> names = new TreeSet<>();
        differences.forEach(difference -> {
            if (difference.path().size() > 1) {
                names.add(difference.path().get(1));
            } else {
                JsonNode whole = difference.source() == null ? difference.target() : difference.source();
                whole.fieldNames().forEachRemaining(names::add);
            }
        });
        return names;
    }

    /** The element of a list that has a name; {@code null} if none has. */
    static JsonNode named(JsonNode list, String field, String name) {
        for (JsonNode element : list) {
            if (element.path(field).asText().equals(name)) {
                return element;
            }
        }
        return null;
    }
}
