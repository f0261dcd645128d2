// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.input;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.keylift.it.SecondTier;
import io.keylift.it.TestRealms;
import io.keylift.it.imports.load.HeapUsage;
import io.keylift.it.imports.support.BrokenInput;
import io.keylift.it.imports.support.ImportAnswer;
import io.keylift.it.imports.support.ImportClient;
import io.keylift.it.imports.support.OnSmallServer;
import io.keylift.it.imports.support.OpenSpools;
import io.keylift.it.imports.support.SmallServer;
import io.keylift.it.imports.support.Sql;
import io.keylift.it.soak.Soak;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** No document and no archive makes the server fail, lose a good record, or keep memory or a file. */
@Tag("soak-documents-malformed")
@SecondTier
@OnSmallServer
class BrokenDocumentsIT {

    private static final String REALM = "broken-documents";
    private static final int INPUTS = Soak.size("inputs", 150, 10_000);
    private static final long SEED = Soak.seed(26);
    private static final int CLIENTS = 3;

    /** Less than a buffer for each of the inputs of a soak. */
    private static final long MARGIN = 16 << 20;

    private final IntFunction<BrokenInput> inputs = BrokenInput.generator(SEED);
    private final Set<String> good = new HashSet<>();
    private final Map<String, Integer> outcomes = new TreeMap<>();

    @Test
    @Timeout(900)
    void law6_anInputIsRefusedWithACodeOrNothingGoodIsLost(SmallServer server) throws Exception {
        TestRealms.create(server.admin(), REALM);
        ImportClient client = new ImportClient(server.admin(), REALM);
        client.post("roles", "{\"name\":\"broken-role\"}");
        client.post("groups", "{\"path\":\"/broken\"}\n{\"path\":\"/broken/inner\"}");
        HeapUsage heap = new HeapUsage(server.keycloak());

        send(client, 0, INPUTS / 3);
        long early = heap.liveBytes();
        send(client, INPUTS / 3, INPUTS);
        long late = heap.liveBytes();

        System.out.printf(
                "%d inputs of seed %d: %s; heap %d and %d MB%n", INPUTS, SEED, outcomes, early >> 20, late >> 20);
        assertThat(outcomes).containsKeys("200 COMPLETED", "400 malformed_document", "400 corrupt_entry");
        try (Sql sql = new Sql(server.database())) {
            List<String> found = sql.strings(
                    "select username from user_entity where realm_id = (select id from realm where name = ?)", REALM);
            assertThat(good).isNotEmpty();
            good.removeAll(new HashSet<>(found));
            assertThat(good).as("good users that were lost").isEmpty();
        }
        assertThat(late).as("live bytes of the heap").isLessThan(early + MARGIN);
        assertThat(OpenSpools.of(server.keycloak())).isEmpty();
    }

    private void send(ImportClient client, int from, int to) throws Exception {
        List<Thread> senders = new ArrayList<>();
        List<Throwable> failures = new ArrayList<>();
        IntStream.range(0, CLIENTS)
                .forEach(sender -> senders.add(new Thread(() -> {
                    try {
                        for (int i = from + sender; i < to; i += CLIENTS) {
                            send(client, i);
                        }
                    } catch (Exception | AssertionError e) {
                        synchronized (failures) {
                            failures.add(e);
                        }
                    }
                })));
        senders.forEach(Thread::start);
        for (Thread sender : senders) {
            sender.join();
        }
        assertThat(failures).isEmpty();
    }

    private void send(ImportClient client, int number) throws Exception {
        BrokenInput input = inputs.apply(number);
        ImportAnswer answer = client.post("?ifExists=skip&ids=ignore&results=summary", input.type(), input.body());

        String what = "seed " + SEED + ", input " + number + ": " + input.fault();
        assertThat(answer.status()).as(what).isIn(200, 400, 413);
        String outcome = answer.status() + " "
                + (answer.status() == 200 ? answer.addsUp().end() : code(answer, what));
        assertThat(outcome).as(what).doesNotContain("internal_error");
        synchronized (this) {
            outcomes.merge(outcome, 1, Integer::sum);
            if (answer.status() == 200) {
                assertThat(input.refused()).as("to be refused: %s", what).isFalse();
                good.addAll(input.good());
            }
        }
    }

    private static String code(ImportAnswer answer, String what) {
        JsonNode code = answer.lines().get(0).at("/params/0");
        assertThat(code.asText()).as(what).isNotBlank();
        assertThat(answer.errorMessage()).as(what).isNotBlank();
        return code.asText();
    }
}
