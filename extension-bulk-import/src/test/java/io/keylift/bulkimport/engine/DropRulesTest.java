// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.keylift.bulkimport.job.Drop;
import io.keylift.bulkimport.job.Reject;
import io.keylift.bulkimport.kind.spi.FieldRule;
import io.keylift.bulkimport.kind.spi.RecordShape;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DropRulesTest {

    private static final RecordShape SHAPE = RecordShape.of("{}")
            .grants("/roles/*", "/clientRoles/*", "/clientRoles/*/*", "/identities/*", "/rules/givers/*", "/keys/*")
            .restricts("/rules");

    private static Reject reject(String code, String pointer) {
        return new Reject(1, "key", code, pointer, "Something is wrong");
    }

    private static DropRules rules(Drop... drops) {
        return DropRules.of(SHAPE, Set.of(drops));
    }

    /** The part is what grants something, and not what names it. */
    @ParameterizedTest
    @CsvSource(nullValues = "-", textBlock = """
                    unknown_role,              /roles/3,                /roles/3
                    unknown_client,            /clientRoles/a~1b,       /clientRoles/a~1b
                    unknown_role,              /clientRoles/a/0,        /clientRoles/a/0
                    unknown_identity_provider, /identities/2/provider,  /identities/2
                    unknown_group,             /parent,                 -
                    unknown_user,              '',                      -
                    unknown_role,              /rules/roles/0,          -
                    unknown_role,              /rules/givers/0,         /rules/givers/0
                    unknown_field,             /roles/3/foo,            /roles/3/foo
                    unknown_field,             /foo,                    /foo
                    unknown_field,             /rules/foo,              -
                    unwritable_attribute,      /attributes/locale,      /attributes/locale
                    unknown_hash_algorithm,    /keys/1/hash,            /keys/1
                    hash_too_costly,           /keys/1,                 /keys/1
                    unknown_hash_algorithm,    /other/1/hash,           -
                    invalid,                   /roles/3,                -
                    forbidden,                 /roles/3,                -
                    """)
    void leavesOutWhatGrantsSomething(String code, String pointer, String part) {
        assertThat(rules(Drop.values()).part(reject(code, pointer))).isEqualTo(part);
    }

    @Test
    void leavesOutOnlyWhatTheJobSays() {
        assertThat(rules(Drop.UNKNOWN_FIELDS).part(reject("unknown_role", "/roles/0")))
                .isNull();
        assertThat(rules(Drop.UNKNOWN_FIELDS).part(reject("unwritable_attribute", "/attributes/a")))
                .isNull();
        assertThat(rules(Drop.UNKNOWN_REFERENCES).part(reject("unknown_field", "/foo")))
                .isNull();
        assertThat(rules(Drop.UNKNOWN_REFERENCES).part(reject("unknown_hash_algorithm", "/keys/0")))
                .isNull();
        assertThat(rules(Drop.UNKNOWN_HASHES).part(reject("unknown_role", "/roles/0")))
                .isNull();
    }

    @Test
    void rejectsWhatWouldWidenAccessAndSaysSo() {
        Reject told = rules(Drop.UNKNOWN_REFERENCES).explained(reject("unknown_role", "/rules/roles/0"));

        assertThat(told.code()).isEqualTo("would_widen_access");
        assertThat(told.pointer()).isEqualTo("/rules/roles/0");
        assertThat(told.message())
                .isEqualTo("Something is wrong. This restricts access, so `drop` does not leave it out.");
        assertThat(rules().explained(reject("unknown_role", "/rules/roles/0")))
                .isEqualTo(reject("unknown_role", "/rules/roles/0"));
        assertThat(rules(Drop.values()).explained(reject("unknown_group", "/parent")))
                .isEqualTo(reject("unknown_group", "/parent"));
    }

    /** Where an object belongs is no restriction that could be lost. */
    @Test
    void whatBelongsToTheKeyKeepsItsOwnCode() {
        DropRules rules = DropRules.of(
                RecordShape.of("{}").restricts("").rule(FieldRule.key(), "client", "name"), Set.of(Drop.values()));

        assertThat(rules.explained(reject("unknown_client", "/client"))).isEqualTo(reject("unknown_client", "/client"));
        assertThat(rules.explained(reject("unknown_client", "/clients/0")).code())
                .isEqualTo("would_widen_access");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    unknown_role         | /roles/0     | . Create it first, or use `drop=unknown-references`.
                    organizations_disabled | /roles/0   | , or use `drop=unknown-references`.
                    unknown_field        | /foo         | . Remove it, or use `drop=unknown-fields`.
                    unwritable_attribute | /attributes/a | , or use `drop=unwritable-attributes`.
                    unknown_hash_algorithm | /keys/0/hash | . Correct it, or use `drop=unknown-hashes`.
                    """)
    void tellsTheRemedyIfTheJobLeavesOutNothing(String code, String pointer, String remedy) {
        Reject told = rules().shared().decide(reject(code, pointer));

        assertThat(told.code()).isEqualTo(code);
        assertThat(told.message()).isEqualTo("Something is wrong" + remedy);
    }

    @Test
    void tellsNoRemedyWhereThereIsNone() {
        assertThat(rules().shared().decide(reject("unknown_group", "/parent")))
                .isEqualTo(reject("unknown_group", "/parent"));
        assertThat(rules().shared().decide(reject("invalid", "/roles/0"))).isEqualTo(reject("invalid", "/roles/0"));
        assertThat(DropRules.none().shared().decide(reject("unknown_role", "/roles/0")))
                .isEqualTo(reject("unknown_role", "/roles/0"));
    }

    @ParameterizedTest
    @CsvSource({
        "/password, true",
        "/PASSWORD, true",
        "/user_pass, true",
        "/encryptionScheme, true",
        "/passwordHash, true",
        "/credentials/0/password, true",
        "/encrypted_password, true",
        "/PasswordHash, true",
        "/sambaNTPassword, true",
        "/salt, true",
        "/passport, false",
        "/hashtags, false",
        "/compass, false",
        "/salty, false",
        "/password/0, false",
        "/shoeSize, false"
    })
    void aFieldThatMayHoldAPasswordHasAWarningOfItsOwn(String pointer, boolean own) {
        Reject reject = reject("unknown_field", pointer);

        assertThat(DropRules.warningCode(reject)).isEqualTo(own ? "password_left_out" : "unknown_field");
        assertThat(DropRules.leftOut(reject)).endsWith("The field is left out.");
        assertThat(DropRules.leftOut(reject).contains("`credentials`")).isEqualTo(own);
        assertThat(DropRules.warningCode(reject("unwritable_attribute", pointer)))
                .isEqualTo("unwritable_attribute");
    }
}
