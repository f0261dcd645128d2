// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.client.realm;

import com.fasterxml.jackson.databind.JsonNode;
import io.keylift.client.AdminApi;
import io.keylift.client.JobRequest;
import io.keylift.client.Keylift;
import io.keylift.client.Server;
import io.keylift.client.answer.SummaryLine;
import io.keylift.client.http.HttpFailure;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;

/**
 * Creates a realm with the settings of another one, and imports its objects. The same copy, run again, goes on with
 * what is not done. It never changes a realm that it did not create.
 */
public final class RealmCopy {

    private static final String CREATED = "created";
    private static final String USER_PROFILE = "user profile";
    private static final String DEFAULT_GROUPS = "default groups";
    private static final String SETTINGS = "settings";

    private final RealmSource source;
    private final Server target;
    private final String name;
    private final NewRealm realm;
    private final CopyState state;
    private final CopyListener listener;
    private final List<Gap> found = new ArrayList<>();

    /**
     * @param name of the new realm
     * @param withKeys whether it gets the private keys of the source, if that gives them
     */
    public RealmCopy(
            RealmSource source, Server target, String name, boolean withKeys, CopyState state, CopyListener listener) {
        this.source = source;
        this.target = target;
        this.name = name;
        this.realm = new NewRealm(source.settings(), withKeys);
        this.state = state;
        this.listener = listener;
    }

    /** Everything that the copy will lack, as far as it is known before. */
    public List<Gap> gaps() {
        List<Gap> gaps = new ArrayList<>(source.gaps());
        gaps.addAll(realm.gaps());
        return gaps;
    }

    /** Everything that the copy was found to lack while it was made. */
    public List<Gap> found() {
        return List.copyOf(found);
    }

    /**
     * Makes the copy, or goes on with it.
     *
     * @return summaries of the jobs that were run
     * @throws RealmExists if the server has a realm of this name that this copy did not create
     */
    public List<SummaryLine> run() throws IOException, InterruptedException {
        create();
        AdminApi admin = target.admin();
        if (source.settings().userProfile() != null && !state.isDone(USER_PROFILE)) {
            admin.put(
                    "/" + AdminApi.segment(name) + "/users/profile",
                    source.settings().userProfile());
            state.done(USER_PROFILE);
        }
        Keylift keylift = target.keylift(name);
        References references = references(admin);
        List<SummaryLine> summaries = new ArrayList<>();
        int run = state.nextRun();
        for (String part : source.parts()) {
            if (!state.isDone(part)) {
                SummaryLine summary = job(
                        keylift,
                        part,
                        "copy-" + state.realmId() + "-" + run + "-" + part,
                        source.parameters(part),
                        references,
                        true);
                summaries.add(summary);
                if (!summary.isCompleted()) {
                    return summaries;
                }
                if (summary.counts().rejected() == 0) {
                    state.done(part);
                }
            }
        }
        giveDefaultGroups(admin);
        compareSettings(admin);
        return summaries;
    }

    /** Compares the records of the source with the copy. */
    public List<SummaryLine> verify() throws IOException, InterruptedException {
        References references = references(target.admin());
        Keylift keylift = target.keylift(name);
        int run = state.nextRun();
        List<SummaryLine> summaries = new ArrayList<>();
        Map<String, String> parameters = new HashMap<>(Map.of("op", "verify", "ids", "ignore"));
        if (source.namesAll()) {
            parameters.put("extra", "true");
        }
        for (String part : source.parts()) {
            if (source.canVerify(part)) {
                String job = "verify-" + state.realmId() + "-" + run + "-" + part;
                summaries.add(job(keylift, part, job, parameters, references, false));
            }
        }
        return summaries;
    }

    private SummaryLine job(
            Keylift keylift,
            String part,
            String job,
            Map<String, String> parameters,
            References references,
            boolean secrets)
            throws IOException, InterruptedException {
        listener.begins(part);
        try (RealmPart opened = source.open(part, references, secrets)) {
            SummaryLine summary =
                    keylift.run(new JobRequest(opened.kind(), job, parameters, opened.input(), 0), listener.job(job));
            listener.ended(job, summary);
            if (secrets) {
                opened.missed().get().ifPresent(found::add);
            }
            return summary;
        }
    }

    private void create() throws IOException, InterruptedException {
        AdminApi admin = target.admin();
        Optional<JsonNode> there = admin.find("/" + AdminApi.segment(name));
        if (there.isPresent()) {
            String id = there.get().path("id").asText();
            if (id.isEmpty() || !id.equals(state.realmId())) {
                throw new RealmExists(name);
            }
            state.done(CREATED);
            return;
        }
        listener.begins("realm " + name);
        // Noted first: if the answer is lost, the id tells that the realm is of this copy.
        String id = UUID.randomUUID().toString();
        state.creates(id, realm.componentIds());
        try {
            admin.post("", realm.representation(name, id));
        } catch (HttpFailure e) {
            if (!realm.hasIncomplete() || e.isPassing()) {
                throw e;
            }
            admin.post("", realm.withoutIncomplete(name, id));
            found.add(new Gap(
                    "components",
                    "the server refuses those that lack a secret (" + e.getMessage() + ")",
                    "Add them by hand, with their secrets"));
        }
        state.done(CREATED);
    }

    private References references(AdminApi admin) throws IOException, InterruptedException {
        Map<String, String> byAlias = new HashMap<>();
        for (JsonNode flow : admin.get("/" + AdminApi.segment(name) + "/authentication/flows")) {
            byAlias.put(flow.path("alias").asText(), flow.path("id").asText());
        }
        Map<String, String> ids = new HashMap<>(state.componentIds());
        source.settings().flows().forEach((id, alias) -> {
            if (byAlias.containsKey(alias)) {
                ids.put(id, byAlias.get(alias));
            }
        });
        return new References(source.settings().realm(), name, ids);
    }

    private void giveDefaultGroups(AdminApi admin) throws IOException, InterruptedException {
        if (state.isDone(DEFAULT_GROUPS)) {
            return;
        }
        String path = "/" + AdminApi.segment(name);
        boolean all = true;
        for (String group : source.settings().defaultGroups()) {
            Optional<JsonNode> there = admin.find(path + "/group-by-path" + encoded(group));
            if (there.isPresent()) {
                admin.put(path + "/default-groups/" + there.get().path("id").asText(), null);
            } else {
                all = false;
                found.add(new Gap(
                        "defaultGroups" + group,
                        "the copy does not have this group",
                        "Add it under Realm settings → User registration, once the group is there"));
            }
        }
        if (all) {
            state.done(DEFAULT_GROUPS);
        }
    }

    /** Finds what the server took otherwise than it was told, such as required actions that it gives to every realm. */
    private void compareSettings(AdminApi admin) throws IOException, InterruptedException {
        if (state.isDone(SETTINGS)) {
            return;
        }
        for (Difference difference : ComparableSettings.between(source.settings(), RealmSettings.of(admin, name))) {
            String place = String.join("/", difference.path());
            boolean told = difference.source() != null && Masked.is(difference.source())
                    || gaps().stream().anyMatch(gap -> gap.covers(place));
            if (!told) {
                found.add(new Gap(place, "the copy has it otherwise (" + difference + ")", "Change it by hand"));
            }
        }
        state.done(SETTINGS);
    }

    /** A path of groups as a part of a path. */
    static String encoded(String path) {
        return Arrays.stream(path.split("/")).map(AdminApi::segment).collect(Collectors.joining("/"));
    }
}
