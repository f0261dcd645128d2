// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.input;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.SoftAssertions.assertSoftly;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.it.OnSharedServer;
import io.keylift.it.SharedServer;
import io.keylift.it.imports.kinds.ClientsContract;
import io.keylift.it.imports.kinds.KindContract;
import io.keylift.it.imports.kinds.ResourcesContract;
import io.keylift.it.imports.support.ImportAnswer;
import io.keylift.it.imports.support.Records;
import io.keylift.it.imports.support.Refusal;
import io.keylift.it.imports.support.TwinRealm;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Law 5, second half, for clients and resources: an import rejects what the Admin API refuses, with the reason. */
@OnSharedServer
class ClientRefusalsIT {

    private static TwinRealm realm;

    private record Refusal(String kind, boolean takenByAdminApi, String reject, ObjectNode record) {

        static List<Refusal> of(String kind) {
            return Records.lines("client-refusals.txt").stream()
                    .map(line -> line.split(" ", 4))
                    .map(part -> new Refusal(
                            part[0].replace("+", ""),
                            part[0].startsWith("+"),
                            part[1] + " " + part[2],
                            Records.json(part[3])))
                    .filter(refusal -> refusal.kind.equals(kind))
                    .toList();
        }
    }

    static Stream<Named<KindContract>> kinds() {
        return Stream.of(new ClientsContract(), new ResourcesContract()).map(kind -> Named.of(kind.kind(), kind));
    }

    @BeforeAll
    static void realm(SharedServer server) {
        realm = TwinRealm.create(server, "client-refusals", Map.of());
        KindContract resources = new ResourcesContract();
        resources.prepare(realm);
        List<ObjectNode> taken = Records.of(
                realm,
                List.of(
                        Records.json("{clientId:'taken',id:'taken-<realm>'}"),
                        Records.json("{clientId:'mapped',protocolMappers:[{id:'mapper-<realm>',name:'m',"
                                + "protocol:'openid-connect',protocolMapper:'oidc-sub-mapper'}]}")));
        taken.forEach(client -> created(new ClientsContract(), client));
        created(resources, Records.json("{client:'vault',name:'taken',scopes:['open']}"));
        created(resources, Records.json("{client:'vault',name:'taken',owner:'alice'}"));
        created(
                resources,
                Records.of(realm, List.of(Records.json("{client:'vault',name:'x',_id:'box-<realm>'}")))
                        .get(0));
        realm.admin().post(realm.path("users"), Map.of("username", "service-account-stranger"));
    }

    private static void created(KindContract kind, ObjectNode record) {
        assertThat(kind.create(realm, record).statusCode()).as("%s", record).isEqualTo(201);
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void law5_whatTheAdminApiRefusesAnImportRejectsWithCodeAndPointer(KindContract kind) throws IOException {
        List<Refusal> refusals = Refusal.of(kind.kind());
        List<ObjectNode> records =
                Records.of(realm, refusals.stream().map(Refusal::record).toList());

        // One chunk for each record: equal keys are no fault here.
        ImportAnswer answer = realm.imports().post(kind.kind() + "?chunkSize=1", Records.lines(records));

        assertThat(answer.addsUp().count("rejected")).as("%s", answer.lines()).isEqualTo(records.size());
        Map<Integer, JsonNode> rejects = answer.rejects().stream()
                .collect(Collectors.toMap(reject -> reject.get("line").asInt(), Function.identity()));
        assertSoftly(softly -> {
            for (int i = 0; i < refusals.size(); i++) {
                Refusal refusal = refusals.get(i);
                JsonNode reject = rejects.get(i + 1);
                softly.assertThat(reject.path("code").asText() + " "
                                + reject.path("pointer").asText())
                        .as("%s, %s", refusal, reject.path("message"))
                        .isEqualTo(refusal.reject());
                softly.assertThat(reject.path("message").asText()).isNotBlank();
                softly.assertThat(kind.create(realm, records.get(i)).statusCode() == 201)
                        .as("taken by the Admin API: %s", refusal)
                        .isEqualTo(refusal.takenByAdminApi());
            }
        });
    }
}
