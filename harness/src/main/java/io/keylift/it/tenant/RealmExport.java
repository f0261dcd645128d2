// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.tenant;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The persons of a sample tenant as {@code kc.sh export} writes users: with ids, credentials, roles, groups and the
 * fields that Keycloak always adds.
 *
 * @param realm name of the realm that they come from
 */
public record RealmExport(SampleTenant tenant, String realm) {

    private static final int TEAMS = 20;

    /** One document with everything. Leaves the stream open. */
    public void writeDocument(OutputStream out) throws IOException {
        write(out, "{\"realm\":\"" + realm + "\",\"enabled\":true,\"roles\":{\"realm\":[");
        write(
                out,
                TenantRealm.ROLES.stream()
                        .map(role -> "{\"name\":\"" + role + "\"}")
                        .collect(Collectors.joining(",")));
        write(out, "]},\"groups\":[" + teams("{\"name\":\"team-%d\",\"subGroups\":[]}", ","));
        write(out, "],\"users\":[");
        for (int i = 0; i < tenant.persons(); i++) {
            write(out, (i == 0 ? "\n" : ",\n") + user(i));
        }
        write(out, "]}");
    }

    /** The groups of {@link #writeDocument} as lines of the kind {@code groups}. */
    public String groupLines() {
        return teams("{\"path\":\"/team-%d\"}", "\n");
    }

    /** The users of {@link #writeDocument}, as lines of the kind {@code users}. Leaves the stream open. */
    public void writeUsers(OutputStream out) throws IOException {
        for (int i = 0; i < tenant.persons(); i++) {
            write(out, user(i) + "\n");
        }
    }

    private static String teams(String pattern, String separator) {
        return IntStream.range(0, TEAMS).mapToObj(pattern::formatted).collect(Collectors.joining(separator));
    }

    private String user(int index) {
        return "{\"id\":\"" + new UUID(realm.hashCode(), index)
                + "\",\"createdTimestamp\":1700000000000,\"totp\":false,"
                + "\"disableableCredentialTypes\":[],\"requiredActions\":[],\"notBefore\":0,\"groups\":[\"/team-"
                + index % TEAMS + "\"],"
                + tenant.personAlone(index)
                        .substring(1)
                        .replace("\"realmRoles\":[", "\"realmRoles\":[\"default-roles-" + realm + "\",");
    }

    private static void write(OutputStream out, String text) throws IOException {
        out.write(text.getBytes(StandardCharsets.UTF_8));
    }
}
