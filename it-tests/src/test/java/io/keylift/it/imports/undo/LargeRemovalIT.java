// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.undo;

import static org.assertj.core.api.Assertions.assertThat;

import io.keylift.it.OnSharedServer;
import io.keylift.it.SharedServer;
import io.keylift.it.imports.support.ImportAnswer;
import io.keylift.it.imports.support.Records;
import io.keylift.it.imports.support.Sql;
import io.keylift.it.imports.support.TwinRealm;
import io.keylift.it.soak.Soak;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** The removal of objects to which very many others refer, on a server without a key for stored records. */
@OnSharedServer
class LargeRemovalIT {

    private static final int USERS = Soak.size("role-mappings", 2000, 1_000_000);

    private static final String OF_REALM = " from user_entity u join realm r on r.id = u.realm_id";

    @Execution(ExecutionMode.CONCURRENT)
    @Test
    void law15_aRoleAndAGroupOfManyUsersComeBack(SharedServer server) throws IOException {
        TwinRealm realm = TwinRealm.create(server, "large-removal", Map.of());
        realm.imports().post("roles", "{\"name\":\"many\"}\n");
        realm.imports().post("groups", "{\"path\":\"/many\"}\n");
        try (Sql sql = new Sql(server.database())) {
            fill(sql, realm);
            List<String> before = references(sql, realm);

            ImportAnswer removedRole = timed(
                    "remove",
                    () -> realm.imports().post("roles?op=remove&undo=true&job=role", "{\"name\":\"many\"}\n"));
            ImportAnswer removedGroup = timed(
                    "remove",
                    () -> realm.imports().post("groups?op=remove&undo=true&job=group", "{\"path\":\"/many\"}\n"));
            List<String> between = references(sql, realm);
            long bytes = sql.number("select sum(u.bytes) from keylift_undo u join keylift_import_job j"
                    + " on j.uid = u.job_uid where j.job_id in ('role', 'group')");
            ImportAnswer group = timed("undo", () -> realm.imports().post("jobs/group/undo", ""));
            ImportAnswer role = timed("undo", () -> realm.imports().post("jobs/role/undo", ""));

            assertThat(removedRole.count("removed") + removedGroup.count("removed"))
                    .isEqualTo(2);
            assertThat(between).isEqualTo(List.of("0", "0"));
            assertThat(bytes).isLessThan(2 * 40L * USERS);
            assertThat(role.addsUp().count("added") + group.addsUp().count("added"))
                    .as("%s", role.lines())
                    .isEqualTo(2);
            assertThat(references(sql, realm)).isEqualTo(before);
        }
    }

    @Execution(ExecutionMode.CONCURRENT)
    @Test
    void aRemovalThatMayKeepSecretsOfUsersIsRefused(SharedServer server) throws IOException {
        TwinRealm realm =
                TwinRealm.create(server, "large-removal-secrets", Map.of()).withOrganizations("home");

        for (String kind : List.of("organizations", "organization-members")) {
            assertThat(realm.imports()
                            .post(kind + "?op=remove&undo=true", Records.json("{alias:'home'}") + "\n")
                            .errorMessage())
                    .contains("or what is removed with them can have secrets");
        }
    }

    private interface Job {
        ImportAnswer run() throws IOException;
    }

    private static ImportAnswer timed(String what, Job job) throws IOException {
        long begin = System.nanoTime();
        ImportAnswer answer = job.run();
        double seconds = (System.nanoTime() - begin) / 1e9;
        System.out.printf("%s: %d references in %.1f s, %.0f/s%n", what, USERS, seconds, USERS / seconds);
        return answer;
    }

    /** Users without anything but the role and the group. */
    private static void fill(Sql sql, TwinRealm realm) {
        sql.execute(
                "insert into user_entity (id, username, email_constraint, realm_id, enabled, email_verified,"
                        + " not_before) select gen_random_uuid(), 'user-' || i, gen_random_uuid(), r.id, true, false, 0"
                        + " from realm r, generate_series(1, " + USERS + ") i where r.name = ?",
                realm.name());
        sql.execute(
                "insert into user_role_mapping (role_id, user_id) select o.id, u.id" + OF_REALM
                        + " join keycloak_role o on o.realm_id = r.id and o.name = 'many' where r.name = ?",
                realm.name());
        sql.execute(
                "insert into user_group_membership (group_id, user_id, membership_type) select g.id, u.id, 'UNMANAGED'"
                        + OF_REALM + " join keycloak_group g on g.realm_id = r.id and g.name = 'many'"
                        + " where r.name = ?",
                realm.name());
    }

    /** Fingerprints of the role mappings and of the memberships. */
    private static List<String> references(Sql sql, TwinRealm realm) {
        return List.of(
                sql.strings(
                                "select coalesce(sum(hashtext(m.role_id || m.user_id)::bigint), 0)::text" + OF_REALM
                                        + " join user_role_mapping m on m.user_id = u.id where r.name = ?",
                                realm.name())
                        .get(0),
                sql.strings(
                                "select coalesce(sum(hashtext(m.group_id || m.user_id || m.membership_type)::bigint),"
                                        + " 0)::text" + OF_REALM
                                        + " join user_group_membership m on m.user_id = u.id where r.name = ?",
                                realm.name())
                        .get(0));
    }
}
