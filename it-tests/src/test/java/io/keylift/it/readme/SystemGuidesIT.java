// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.readme;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.it.OnSharedServer;
import io.keylift.it.SecondTier;
import io.keylift.it.SharedServer;
import io.keylift.it.TestRealms;
import io.keylift.it.http.AdminHttp;
import io.keylift.it.imports.support.KnownPasswords;
import io.keylift.it.server.Workspace;
import io.keylift.it.stack.InstalledProgram;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Runs the commands of the guides of other systems on the samples of these systems: by a caller with exactly the roles
 * that the page names, and by callers who lack one of several. Then all users sign in whose passwords are known.
 */
@SecondTier
@OnSharedServer
class SystemGuidesIT {

    private static final Pattern ROLES = Pattern.compile("The caller needs ((?:`[a-z-]+`(?: and )?)+)");

    @TempDir
    Path folder;

    /** A block of commands of a page. */
    record Commands(String page, int number, String text) {

        /** As the commands name it. */
        String system() {
            Matcher from = Pattern.compile("--from (\\S+)").matcher(text);
            assertThat(from.find()).as(text).isTrue();
            return from.group(1);
        }

        /** Text of the page on the commands. */
        Set<String> roles() throws IOException {
            Matcher roles = ROLES.matcher(Files.readString(
                    Documentation.read().page("docs/migration/" + page + ".md").file()));
            assertThat(roles.find())
                    .as("%s names the roles of the caller", page)
                    .isTrue();
            return new TreeSet<>(Page.names(roles.group(1)));
        }

        @Override
        public String toString() {
            return page + " " + number;
        }
    }

    static List<Commands> commands() throws IOException {
        List<Commands> all = new ArrayList<>();
        for (Page page : Documentation.read().pages()) {
            String name = page.file().getFileName().toString().replace(".md", "");
            for (String block : page.blocks("shell")) {
                all.add(new Commands(name, all.size() + 1, block));
            }
        }
        return all;
    }

    @Test
    void eachSystemHasItsCommands() throws IOException {
        Set<String> systems = commands().stream().map(Commands::system).collect(Collectors.toCollection(TreeSet::new));

        assertThat(systems).containsExactlyInAnyOrderElementsOf(GuideSamples.systems());
    }

    @ParameterizedTest
    @MethodSource("commands")
    void usersOfTheSampleSignIn(Commands commands, SharedServer server) throws Exception {
        GuideSamples samples = new GuideSamples(commands.system());
        samples.writeTo(folder);
        inRealm(server.admin(), commands, commands.roles(), realm -> {
            InstalledProgram.Result result = run(server, realm, samples.filledIn(commands.text()));

            assertThat(result.exitCode()).as(result.output()).isZero();
            enableAll(server.admin(), realm);
            assertThat(KnownPasswords.read()
                            .refused(samples.known(), server.keycloak().baseUrl(), realm, ""))
                    .isEmpty();
        });
        for (String role : commands.roles().size() > 1 ? commands.roles() : Set.<String>of()) {
            Set<String> others = new TreeSet<>(commands.roles());
            others.remove(role);
            inRealm(server.admin(), commands, others, realm -> {
                InstalledProgram.Result result = run(server, realm, samples.filledIn(commands.text()));

                assertThat(result.exitCode())
                        .as("without %s: %s", role, result.output())
                        .isNotZero();
            });
        }
    }

    /** Work in a realm. */
    private interface Work {
        void in(String realm) throws Exception;
    }

    /** In a new realm, which goes with its users, whose ids other realms may need. */
    private static void inRealm(AdminHttp admin, Commands commands, Set<String> roles, Work work) throws Exception {
        String realm = realm(admin, "guide-" + commands.page(), roles);
        try {
            work.in(realm);
        } finally {
            admin.delete("/admin/realms/" + realm);
        }
    }

    private InstalledProgram.Result run(SharedServer server, String realm, String commands)
            throws IOException, InterruptedException {
        Path script = Files.writeString(folder.resolve("guide.sh"), commands);
        Path programs = Files.createDirectories(folder.resolve("programs"));
        Path keylift = programs.resolve("keylift");
        if (!Files.exists(keylift)) {
            Files.createSymbolicLink(keylift, Workspace.command());
        }
        Map<String, String> environment = new HashMap<>();
        environment.put("PATH", programs + ":" + System.getenv("PATH"));
        environment.put("JAVA_HOME", System.getProperty("java.home"));
        environment.put("KEYLIFT_JAVA_OPTS", "-XX:TieredStopAtLevel=1");
        environment.put("KEYLIFT_CONFIG", folder.resolve("config").toString());
        environment.put("KEYLIFT_SERVER", server.keycloak().baseUrl().toString());
        environment.put("KEYLIFT_REALM", realm);
        environment.put("KEYLIFT_CLIENT_ID", "importer");
        environment.put("KEYLIFT_CLIENT_SECRET", "change-me");
        return InstalledProgram.run(folder, environment, List.of("bash", "-eu", "-o", "pipefail", script.toString()));
    }

    /** A realm as the guides ask for it: with the objects that users of the samples refer to. */
    private static String realm(AdminHttp admin, String name, Set<String> roles) {
        Map<String, Object> account = Map.of(
                "username",
                "service-account-importer",
                "enabled",
                true,
                "serviceAccountClientId",
                "importer",
                "clientRoles",
                Map.of("realm-management", roles));
        TestRealms.create(
                admin,
                Map.of(
                        "realm",
                        name,
                        "enabled",
                        true,
                        "organizationsEnabled",
                        true,
                        "passwordPolicy",
                        "hashAlgorithm(pbkdf2-sha512) and hashIterations(1)",
                        "clients",
                        List.of(
                                Map.of(
                                        "clientId",
                                        "importer",
                                        "secret",
                                        "change-me",
                                        "publicClient",
                                        false,
                                        "serviceAccountsEnabled",
                                        true),
                                Map.of("clientId", "portal")),
                        "roles",
                        Map.of("client", Map.of("portal", List.of(Map.of("name", "user"), Map.of("name", "editor")))),
                        "groups",
                        List.of(Map.of("name", "staff")),
                        "identityProviders",
                        List.of(Map.of(
                                "alias",
                                "google",
                                "providerId",
                                "google",
                                "config",
                                Map.of("clientId", "c", "clientSecret", "s"))),
                        "users",
                        List.of(account)));
        String profile = "/admin/realms/" + name + "/users/profile";
        admin.put(profile, ((ObjectNode) admin.get(profile)).put("unmanagedAttributePolicy", "ENABLED"));
        return name;
    }

    /** Some users of the samples were disabled in the old system. */
    private static void enableAll(AdminHttp admin, String realm) {
        String users = "/admin/realms/" + realm + "/users";
        for (JsonNode user : admin.get(users + "?enabled=false&max=100")) {
            admin.put(users + "/" + user.path("id").asText(), ((ObjectNode) user).put("enabled", true));
        }
    }
}
