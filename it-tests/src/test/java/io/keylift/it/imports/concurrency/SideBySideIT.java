// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.concurrency;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.it.OnSharedServer;
import io.keylift.it.SharedServer;
import io.keylift.it.TestRealms;
import io.keylift.it.http.AdminHttp;
import io.keylift.it.imports.support.ImportAnswer;
import io.keylift.it.imports.support.ImportClient;
import io.keylift.it.imports.support.Records;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Law 1: unique keys stay unique however many chunks are in flight, and the outcomes are those of a serial import. */
@OnSharedServer
class SideBySideIT {

    private static final int RECORDS = 150;
    private static final int NAMES = 25;

    /** Records whose fields get in each other's way. Each gets random numbers of names. */
    enum Kind {
        USERS(
                "users",
                random -> record().put("username", random.nextBoolean() ? name(random) : address(random))
                        .put("email", random.nextInt(3) == 0 ? null : address(random))
                        .set(
                                "attributes",
                                random.nextInt(4) == 0 ? attribute("did", "did:" + name(random)) : record())),
        ORGANIZATIONS(
                "organizations",
                random -> record().put("name", name(random))
                        .put("alias", random.nextBoolean() ? name(random) : null)
                        .set(
                                "domains",
                                AdminHttp.JSON.createArrayNode().add(record().put("name", name(random) + ".example")))),
        GROUPS(
                "groups",
                random -> record().put("path", "/" + name(random) + "/" + name(random))
                        .put("id", id(random))),
        ROLES("roles", random -> record().put("name", name(random)).put("id", id(random))),
        CLIENTS("clients", random -> record().put("clientId", name(random)).put("id", id(random)));

        private final String path;
        private final Function<Random, ObjectNode> record;

        Kind(String path, Function<Random, ?> record) {
            this.path = path;
            this.record = random -> (ObjectNode) record.apply(random);
        }

        private static ObjectNode record() {
            return AdminHttp.JSON.createObjectNode();
        }

        private static ObjectNode attribute(String name, String value) {
            ObjectNode attributes = record();
            attributes.putArray(name).add(value);
            return attributes;
        }

        private static String name(Random random) {
            return "name-" + random.nextInt(NAMES);
        }

        private static String address(Random random) {
            return name(random) + "@x.example";
        }

        private static String id(Random random) {
            return random.nextInt(3) == 0 ? "id-" + random.nextInt(NAMES) : null;
        }

        List<ObjectNode> records(Random random) {
            return Stream.generate(() -> record.apply(random)).limit(RECORDS).toList();
        }
    }

    /** Nothing is given up: whether others get what an overwritten record gives up depends on when they ask for it. */
    @ParameterizedTest
    @EnumSource
    void law1_outcomesAreThoseOfASerialImport(Kind kind, SharedServer server) throws IOException {
        Random random = new Random(kind.ordinal());
        for (String ifExists : List.of("fail", "skip")) {
            List<ObjectNode> records = kind.records(random);
            String name = "side-by-side-" + kind.path + "-" + ifExists;
            ImportClient serial = realm(server, name + "-serial");
            ImportClient parallel = realm(server, name + "-parallel");
            String path = kind.path + "?results=all&chunkSize=3&ifExists=" + ifExists + "&parallelism=";

            ImportAnswer one =
                    serial.post(path + 1, Records.lines(records).replace("id-", kind.path + "-s-" + ifExists));
            ImportAnswer other =
                    parallel.post(path + 8, Records.lines(records).replace("id-", kind.path + "-p-" + ifExists));

            assertThat(other.addsUp().end()).isEqualTo("COMPLETED");
            assertThat(other.outcomes()).isEqualTo(one.addsUp().outcomes());
            assertThat(one.outcomes().values())
                    .as("records that get in each other's way")
                    .anyMatch(outcome -> !outcome.equals("added"));
        }
    }

    /** It is the first user who could not sign in any more. */
    @Test
    void law1_aUsernameIsNobodyElsesAddress(SharedServer server) throws IOException {
        ImportClient client = realm(server, "side-by-side-names");
        List<String> records = IntStream.range(0, 400)
                .mapToObj(i -> i % 2 == 0
                        ? "{\"username\":\"name" + i + "@x.example\"}"
                        : "{\"username\":\"name" + i + "\",\"email\":\"name" + (i - 1) + "@x.example\"}")
                .toList();

        for (String dryRun : List.of("true", "false")) {
            ImportAnswer answer = client.post("users?chunkSize=1&parallelism=8&dryRun=" + dryRun, records);

            assertThat(answer.addsUp().count("added")).isEqualTo(200);
            assertThat(answer.rejects()).hasSize(200).allSatisfy(reject -> {
                assertThat(reject.path("code").asText()).isEqualTo("conflict");
                assertThat(reject.path("pointer").asText()).isEqualTo("/email");
            });
        }
    }

    private static ImportClient realm(SharedServer server, String name) {
        TestRealms.create(server.admin(), Map.of("realm", name, "enabled", true, "organizationsEnabled", true));
        return new ImportClient(server.admin(), name);
    }
}
