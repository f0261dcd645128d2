// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.spi;

import static org.assertj.core.api.Assertions.assertThat;

import io.keylift.bulkimport.job.Outcome;
import io.keylift.bulkimport.job.Reject;
import io.keylift.bulkimport.job.Warning;
import java.util.List;
import org.junit.jupiter.api.Test;

class ItemTest {

    private static final UniqueKey ROLE = new UniqueKey("role", "admin", "/roles/0");
    private static final UniqueKey GROUP = new UniqueKey("group", "/staff", "/groups/0");
    private static final Reject REJECT = new Reject(7, "key", "invalid", "/name", "Too odd");

    private final Item<String> item = new Item<>(7, "record", "key");

    @Test
    void theFirstRejectCounts() {
        item.reject("invalid", "/name", "Too odd");
        item.reject("too_long", "/email", "Too long");

        assertThat(item.reject()).isEqualTo(REJECT);
        assertThat(item.outcome()).isEqualTo(Outcome.REJECTED);
    }

    @Test
    void anotherAttemptForgetsAllButTheGivenReject() {
        item.await(ROLE, "unknown_role", "No such role");
        item.orderAfter(GROUP);
        item.orderAfterAll();
        item.warn(new Warning("odd", "Odd"));
        item.done(ItemResult.compared("id", List.of("/a"), List.of("/b")));
        item.reject("conflict", "", "Taken");

        item.restart(REJECT);

        assertThat(item.reject()).isEqualTo(REJECT);
        item.restart(null);
        assertThat(item)
                .returns(false, Item::isRejected)
                .returns(true, Item::isOpen)
                .returns(List.of(), Item::awaited)
                .returns(List.of(), Item::predecessors)
                .returns(false, Item::isAfterAll)
                .returns(null, Item::warning)
                .returns(null, Item::outcome)
                .returns(ItemResult.NONE, Item::result);
    }

    @Test
    void theValidatedFormHasPlaceIdsPolicyAndRejectOfTheRecord() {
        Item<String> read =
                new Item<>(new Item.Place(7, 9L, "users"), "record", "key", List.of("x"), RejectPolicy.none());
        read.reject("invalid", "/name", "Too odd");

        Item<Integer> valid = read.with(1);

        assertThat(valid)
                .returns(1, Item::record)
                .returns("record", Item::sent)
                .returns(new Item.Place(7, 9L, "users"), Item::place)
                .returns("key", Item::key)
                .returns(List.of("x"), Item::givenIds)
                .returns(read.policy(), Item::policy)
                .returns(read.reject(), Item::reject);
        valid.restart(null);
        assertThat(read.isRejected()).isTrue();
    }

    @Test
    void aRecordWithAMissingReferenceIsDeferredUntilItExistsOrTheWaitEnds() {
        item.await(ROLE, "unknown_role", "No such role");
        item.await(GROUP, "unknown_group", "No such group");

        assertThat(item.isOpen()).isFalse();
        assertThat(item.awaited()).extracting(Item.Awaited::uniqueKey).containsExactly(ROLE, GROUP);

        item.rejectAwaiting(GROUP::equals);
        assertThat(item.reject()).isEqualTo(new Reject(7, "key", "unknown_group", "/groups/0", "No such group"));
        assertThat(item.awaited()).as("of a rejected record").isEmpty();

        item.restart(null);
        item.await(ROLE, "unknown_role", "No such role");
        item.endAwaiting();
        assertThat(item.isOpen()).isTrue();
    }

    @Test
    void pointersOfAComparisonLeadIntoTheRecordAsItWasSent() {
        RejectPolicy policy = new RejectPolicy() {
            @Override
            public Reject decide(Reject reject) {
                return reject;
            }

            @Override
            public String sent(String pointer) {
                return "/sent" + pointer;
            }
        };
        Item<String> compared = new Item<>(new Item.Place(1, null, null), "record", "key", List.of(), policy);

        compared.done(ItemResult.compared("id", List.of("/a"), List.of("/b")));
        assertThat(compared.result())
                .isEqualTo(new ItemResult(Outcome.UPDATED, "id", List.of(), List.of("/sent/a"), List.of("/sent/b")));

        compared.done(ItemResult.compared("id", List.of(), List.of()));
        assertThat(compared.outcome()).isEqualTo(Outcome.SKIPPED);
    }
}
