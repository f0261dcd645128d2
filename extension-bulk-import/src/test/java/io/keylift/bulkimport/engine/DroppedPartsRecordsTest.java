// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.keylift.bulkimport.input.InputRecord;
import io.keylift.bulkimport.job.Drop;
import io.keylift.bulkimport.job.IdMode;
import io.keylift.bulkimport.job.Operation;
import io.keylift.bulkimport.job.Reject;
import io.keylift.bulkimport.job.Warning;
import io.keylift.bulkimport.kind.spi.ImportKind;
import io.keylift.bulkimport.kind.spi.Item;
import io.keylift.bulkimport.kind.spi.RejectCode;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.keycloak.representations.idm.UserRepresentation;

/** Records that are read without parts of them. */
class DroppedPartsRecordsTest {

    private static InputRecord line(String json) {
        return InputRecord.of(1, json.getBytes(StandardCharsets.UTF_8));
    }

    private static RecordParser<?> parser(String kind, Drop... drops) {
        ImportKind<?, ?> found = ServiceLoader.load(ImportKind.class).stream()
                .<ImportKind<?, ?>>map(ServiceLoader.Provider::get)
                .filter(any -> any.getId().equals(kind))
                .findFirst()
                .orElseThrow();
        return new RecordParser<>(
                found,
                Operation.IMPORT,
                new GivenIdFields(Set.of()),
                IdMode.STRICT,
                DropRules.of(found.shape(), Set.of(drops)),
                new KnownRecords(1 << 20));
    }

    private static List<String> pointers(Item<?> item) {
        return item.leftOut().stream().map(Warning::pointer).toList();
    }

    @Test
    void anUnknownFieldIsLeftOutAtAnyDepth() {
        Item<?> item = parser("users", Drop.UNKNOWN_FIELDS).parse(line("""
                        {"username":"jdoe","shoeSize":44,"enabled":true,"organizations":[{"alias":"a","since":1}],
                         "credentials":[{"type":"otp"},{"type":"password","colour":"red","value":"x"}]}"""));

        assertThat(item.isRejected()).isFalse();
        assertThat(pointers(item))
                .containsExactlyInAnyOrder("/shoeSize", "/organizations/0/since", "/credentials/1/colour");
        UserRepresentation user = (UserRepresentation) item.record();
        assertThat(user.isEnabled()).isTrue();
        assertThat(user.getCredentials().get(1).getValue()).isEqualTo("x");
        assertThat(item.leftOut().get(0).message()).doesNotContain("44").endsWith("The field is left out.");
    }

    @Test
    void anUnknownFieldRejectsTheRecordIfTheJobLeavesOutOthers() {
        Item<?> item = parser("users", Drop.UNKNOWN_REFERENCES).parse(line("{\"username\":\"jdoe\",\"shoeSize\":44}"));

        assertThat(item.reject()).returns("unknown_field", Reject::code).returns("/shoeSize", Reject::pointer);
        assertThat(item.leftOut()).isEmpty();
    }

    /** A typing error must not lift what a policy requires. */
    @Test
    void anUnknownFieldOfAPolicyRejectsIt() {
        Item<?> item = parser("policies", Drop.values())
                .parse(line("{\"client\":\"a\",\"name\":\"b\",\"type\":\"time\",\"notBefor\":\"1\"}"));

        assertThat(item.reject()).returns("would_widen_access", Reject::code).returns("/notBefor", Reject::pointer);
    }

    @Test
    void rejectsPointIntoTheRecordAsItWasSent() {
        RecordParser<?> parser = parser("users", Drop.values());
        InputRecord line = line("{\"username\":\"jdoe\",\"realmRoles\":[\"a\",\"b\",\"c\",\"d\"]}");
        Item<?> item = parser.parse(line);
        item.reject(RejectCode.UNKNOWN_ROLE, "/realmRoles/0", "Unknown");
        item.reject(RejectCode.UNKNOWN_ROLE, "/realmRoles/2", "Unknown");

        assertThat(item.isRejected()).isFalse();
        assertThat(DroppedParts.isPending(item)).isTrue();
        Item<?> without = parser.again(item, line);
        without.reject(RejectCode.UNKNOWN_ROLE, "/realmRoles/0", "Unknown");
        Item<?> further = parser.again(without, line);
        further.reject(RejectCode.FORBIDDEN, "/realmRoles/0", "Not allowed");

        assertThat(((UserRepresentation) without.record()).getRealmRoles()).containsExactly("b", "d");
        assertThat(((UserRepresentation) further.record()).getRealmRoles()).containsExactly("d");
        assertThat(further.reject()).returns("/realmRoles/3", Reject::pointer);
        assertThat(further.leftOut()).as("of a rejected record").isEmpty();
    }

    /** Findings of an attempt do not count if it is rolled back for another reason. */
    @Test
    void anAttemptThatIsRolledBackLeavesOutNothing() {
        Item<?> item = parser("users", Drop.values()).parse(line("{\"username\":\"jdoe\",\"groups\":[\"/a\"]}"));
        item.reject(RejectCode.UNKNOWN_GROUP, "/groups/0", "Unknown");

        item.restart(null);

        assertThat(DroppedParts.isPending(item)).isFalse();
        assertThat(item.leftOut()).isEmpty();
    }

    /** A kind may report a place that the record does not have; without an end, it would be tried for ever. */
    @Test
    void whatIsNoPartOfTheRecordRejectsIt() {
        RecordParser<?> parser = parser("users", Drop.values());
        InputRecord line = line("{\"username\":\"jdoe\"}");
        Item<?> item = parser.parse(line);
        item.reject(RejectCode.UNKNOWN_GROUP, "/groups/0", "Unknown");

        Item<?> again = parser.again(item, line);
        again.reject(RejectCode.UNKNOWN_GROUP, "/groups/0", "Unknown");

        assertThat(again.reject()).returns("unknown_group", Reject::code);
        assertThat(again.leftOut()).isEmpty();
    }

    @Test
    void aRecordIsReadAgainAHundredTimesAtMost() {
        String fields =
                IntStream.range(0, 200).mapToObj(i -> ",\"f" + i + "\":1").collect(Collectors.joining());

        Item<?> item = parser("users", Drop.UNKNOWN_FIELDS).parse(line("{\"username\":\"jdoe\"" + fields + "}"));

        assertThat(item.reject()).returns("unknown_field", Reject::code).returns("/f100", Reject::pointer);
    }

    @Test
    void inARehearsalARecordWithPartsToLeaveOutIsRejected() {
        Item<?> item = parser("users", Drop.values()).parse(line("{\"username\":\"jdoe\",\"groups\":[\"/a\"]}"));
        item.reject(RejectCode.UNKNOWN_GROUP, "/groups/0", "Unknown");

        DroppedParts.rejectPending(item);
        assertThat(item.isRejected()).isTrue();

        item.restart(null);
        item.reject(RejectCode.UNKNOWN_GROUP, "/groups/0", "Unknown");
        assertThat(item.isRejected()).isFalse();
    }
}
