// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.exports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.SoftAssertions.assertSoftly;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.it.OnSharedServer;
import io.keylift.it.SecondTier;
import io.keylift.it.SharedServer;
import io.keylift.it.http.AdminHttp;
import io.keylift.it.imports.rights.FineGrainedPermissions;
import io.keylift.it.imports.support.Callers;
import io.keylift.it.imports.support.Records;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Law 8: what the caller may not view changes no byte of an answer, whatever the parameters. The caller may view one
 * object of each kind.
 */
@SecondTier
@OnSharedServer
class InvisibleObjectsIT {

    private static final String REALM = "invisible-objects";

    /** More than are looked at together, with as few of them as the caller may view. */
    private static final int MANY = 120;

    /** The objects that the caller may view, in the order of an import. */
    private static final Map<String, String> SEEN = new LinkedHashMap<>();

    /** The objects that the caller cannot view, by the format of its number. */
    private static final Map<String, String> UNSEEN = new LinkedHashMap<>();

    /** Filters that find what the caller may not view. */
    private static final Map<String, List<String>> FILTERS = Map.of(
            "users",
            List.of(
                    "search=email:b-hidden-0@hidden.example",
                    "search=b-hid*",
                    "q=code:abba-0",
                    "enabled=false",
                    "search=m-seen"),
            "groups",
            List.of("search=hidden", "q=code:abba-0"),
            "organizations",
            List.of("search=hidden", "q=code:abba-0", "search=b-hidden-0.example&exact=true"),
            "departments",
            List.of("search=b-hidden"),
            "clients",
            List.of("search=hidden", "q=code:abba-0"),
            "organization-members",
            List.of("search=b-hidden"),
            "roles",
            List.of("search=b-hidden"),
            "role-capabilities",
            List.of("search=b-hidden"));

    static {
        SEEN.put("capabilities", "{name:'see',source:'here'}");
        SEEN.put("organizations", "{name:'M Seen',alias:'m-seen',domains:[{name:'m-seen.example'}]}");
        SEEN.put("departments", "{organization:'m-seen',path:'/Kitchen',realmRoles:['auditor']}");
        SEEN.put("clients", "{clientId:'m-seen',serviceAccountsEnabled:true,authorizationServicesEnabled:true}");
        SEEN.put("roles", "{name:'m-seen',client:'m-seen'}");
        SEEN.put("groups", "{path:'/m-seen',realmRoles:['auditor']}");
        SEEN.put(
                "users",
                "{username:'m-seen',enabled:true,realmRoles:['auditor'],groups:['/m-seen'],"
                        + "organizations:[{alias:'m-seen',departments:['/Kitchen']}]}");
        SEEN.put("scope-mappings", "{client:'m-seen',realmRoles:['auditor']}");
        SEEN.put("scopes", "{client:'m-seen',name:'m-seen'}");
        SEEN.put("resources", "{client:'m-seen',name:'m-seen'}");
        SEEN.put("policies", "{client:'m-seen',name:'m-seen',type:'role'}");
        SEEN.put("permissions", "{client:'m-seen',name:'m-seen-permission',type:'resource',resources:['m-seen']}");
        SEEN.put("user-capabilities", "{username:'m-seen',add:['see']}");
        SEEN.put("role-capabilities", "{role:'m-seen',client:'m-seen',add:['see']}");
        UNSEEN.put(
                "organizations",
                "{name:'B hidden %1$d',alias:'b-hidden-%1$d',domains:[{name:'b-hidden-%1$d.example'}],"
                        + "attributes:{code:['abba-%1$d']}}");
        UNSEEN.put("departments", "{organization:'b-hidden-%1$d',path:'/b-hidden',realmRoles:['auditor']}");
        UNSEEN.put(
                "clients",
                "{clientId:'b-hidden-%1$d',authorizationServicesEnabled:true,serviceAccountsEnabled:true,"
                        + "attributes:{code:'abba-%1$d'}}");
        UNSEEN.put("roles", "{name:'b-hidden-%1$d',client:'b-hidden-0'}");
        UNSEEN.put("groups", "{path:'/b-hidden-%1$d',realmRoles:['auditor'],attributes:{code:['abba-%1$d']}}");
        UNSEEN.put(
                "users",
                "{username:'b-hidden-%1$d',enabled:false,email:'b-hidden-%1$d@hidden.example',"
                        + "realmRoles:['auditor'],groups:['/b-hidden-%1$d'],attributes:{code:['abba-%1$d']},"
                        + "organizations:[{alias:'b-hidden-%1$d',departments:['/b-hidden']}]}");
        UNSEEN.put("scope-mappings", "{client:'b-hidden-%1$d',realmRoles:['auditor']}");
        UNSEEN.put("scopes", "{client:'b-hidden-0',name:'b-hidden-%1$d'}");
        UNSEEN.put("resources", "{client:'b-hidden-0',name:'b-hidden-%1$d'}");
        UNSEEN.put("policies", "{client:'b-hidden-0',name:'b-hidden-%1$d',type:'role'}");
        UNSEEN.put("permissions", "{client:'b-hidden-0',name:'b-hidden-permission-%1$d',type:'resource'}");
        UNSEEN.put("user-capabilities", "{username:'b-hidden-%1$d',add:['see']}");
        UNSEEN.put("role-capabilities", "{role:'b-hidden-%1$d',client:'b-hidden-0',add:['see']}");
    }

    private static final List<String> BY_OBJECT = List.of(
            "users",
            "groups",
            "group-members",
            "organizations",
            "departments",
            "organization-members",
            "department-members",
            "clients",
            "role-mappings",
            "scope-mappings",
            "scopes",
            "resources",
            "policies",
            "permissions",
            "user-capabilities",
            "roles",
            "role-capabilities");

    /** Keys that name an object which the caller may not view. */
    private static final Map<String, String> HIDDEN_KEYS = Map.of(
            "group-members", "{group:'/b-hidden-0',username:'b-hidden-0'}",
            "organization-members", "{organization:'b-hidden-0',username:'b-hidden-0'}",
            "department-members", "{organization:'b-hidden-0',department:'/b-hidden',username:'b-hidden-0'}",
            "role-mappings", "{username:'b-hidden-0',realmRoles:['auditor']}");

    private static Callers realm;
    private static AdminHttp delegate;

    @BeforeAll
    static void realm(SharedServer server) throws IOException {
        realm = FineGrainedPermissions.realm(server, REALM);
        ObjectNode profile = (ObjectNode) realm.admin().get(realm.path("users/profile"));
        realm.admin().put(realm.path("users/profile"), profile.put("unmanagedAttributePolicy", "ENABLED"));
        for (Map.Entry<String, String> kind : SEEN.entrySet()) {
            add(kind.getKey(), List.of(kind.getValue()));
        }
        delegate = delegate("query-users", "query-groups", "query-clients", "query-organizations", "view-realm");
    }

    /** A single one: what a permission of one user grants, it denies to others. */
    private static AdminHttp delegate(String... roles) {
        AdminHttp caller = realm.with(roles);
        String id = realm.admin()
                .get(realm.path("users?search=caller-"))
                .at("/0/id")
                .asText();
        FineGrainedPermissions permissions = new FineGrainedPermissions(realm, id);
        permissions.allowOne("Users", realm.userId("m-seen"), "view");
        permissions.allowOne("Clients", realm.clientId("m-seen"), "view");
        permissions.allowOne("Organizations", realm.organizationId("m-seen.example"), "view");
        String group = realm.admin()
                .get(realm.path("groups?exact=true&search=m-seen"))
                .at("/0/id")
                .asText();
        permissions.allowOne("Groups", group, "view", "view-members");
        return caller;
    }

    private static void add(String kind, List<String> records) throws IOException {
        assertThat(realm.importing(realm.admin())
                        .post(
                                kind,
                                records.stream()
                                        .map(record -> Records.json(record).toString())
                                        .toList())
                        .addsUp()
                        .count("added"))
                .as(kind)
                .isEqualTo(records.size());
    }

    private static void addUnseen(int first, int end) throws IOException {
        for (Map.Entry<String, String> kind : UNSEEN.entrySet()) {
            add(
                    kind.getKey(),
                    IntStream.range(first, end)
                            .mapToObj(number -> kind.getValue().formatted(number))
                            .toList());
        }
    }

    @Test
    void law8_whatTheCallerMayNotViewChangesNoAnswer() throws IOException {
        Map<String, String> before = answers();
        assertThat(before.get("GET bulk-export/users")).contains("\"m-seen\"", "\"records\":1");
        for (String kind : BY_OBJECT) {
            assertThat(before.get("GET bulk-export/" + kind)).as(kind).contains("m-seen");
        }

        addUnseen(0, 1);
        assertSame(answers(), before);

        addUnseen(1, MANY);
        assertSame(answers(), before);
    }

    private static void assertSame(Map<String, String> after, Map<String, String> before) {
        assertSoftly(softly -> before.forEach(
                (call, answer) -> softly.assertThat(after.get(call)).as(call).isEqualTo(answer)));
    }

    private static Map<String, String> answers() {
        Map<String, String> answers = new LinkedHashMap<>();
        for (String kind : BY_OBJECT) {
            ask(answers, kind);
        }
        call(answers, "GET", "bulk-export?kinds=" + String.join(",", BY_OBJECT), null);
        return answers;
    }

    private static void ask(Map<String, String> answers, String kind) {
        String export = "bulk-export/" + kind;
        call(answers, "GET", export, null);
        call(answers, "HEAD", export, null);
        call(answers, "GET", export + "?max=1", null);
        for (String filter : FILTERS.getOrDefault(kind, List.of())) {
            call(answers, "GET", export + "?" + filter, null);
            call(answers, "GET", export + "?max=1&" + filter, null);
        }
        String key =
                HIDDEN_KEYS.getOrDefault(kind, UNSEEN.getOrDefault(kind, "{}").formatted(0));
        String body = Records.json(key).toString();
        call(answers, "POST", export, body);
        call(answers, "POST", "bulk-import/" + kind + "?op=verify&extra=true&results=all", body);
    }

    private static void call(Map<String, String> answers, String method, String path, String body) {
        HttpResponse<String> response = body == null
                ? delegate.send(method, realm.path(path), null)
                : delegate.send(method, realm.path(path), Map.of("Content-Type", "application/x-ndjson"), body);
        assertThat(response.statusCode())
                .as(method + " " + path + response.body())
                .isEqualTo(200);
        answers.put(method + " " + path, timeless(response.body()));
    }

    /** The answer without what differs each time. */
    private static String timeless(String answer) {
        return answer.replaceAll("\"(seconds|recordsPerSecond|millis)\":[-0-9.E]+", "\"$1\":0")
                .replaceAll("\"id\":\"[-0-9a-f]{36}\",\"kind\"", "\"kind\"");
    }
}
