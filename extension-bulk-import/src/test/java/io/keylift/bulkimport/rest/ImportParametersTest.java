// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.rest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.keylift.bulkimport.engine.ImportOptions.Results;
import io.keylift.bulkimport.engine.RemovalLimit;
import io.keylift.bulkimport.job.Drop;
import io.keylift.bulkimport.job.EventMode;
import io.keylift.bulkimport.job.IdMode;
import io.keylift.bulkimport.job.IfExists;
import io.keylift.bulkimport.job.JobOption;
import io.keylift.bulkimport.job.JobOptions;
import io.keylift.bulkimport.job.NoPassword;
import io.keylift.bulkimport.job.Operation;
import jakarta.ws.rs.core.MultivaluedHashMap;
import jakarta.ws.rs.core.MultivaluedMap;
import jakarta.ws.rs.core.Response;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.keycloak.representations.idm.ErrorRepresentation;
import org.keycloak.services.ErrorResponseException;

class ImportParametersTest {

    private static MultivaluedMap<String, String> query(String... pairs) {
        MultivaluedMap<String, String> query = new MultivaluedHashMap<>();
        for (int i = 0; i < pairs.length; i += 2) {
            query.add(pairs[i], pairs[i + 1]);
        }
        return query;
    }

    @Test
    void hasTheDefaultsOfTheContract() {
        ImportParameters parameters = ImportParameters.of(query());

        assertThat(parameters)
                .isEqualTo(new ImportParameters(
                        Operation.IMPORT,
                        JobOptions.DEFAULTS,
                        false,
                        Long.MAX_VALUE,
                        null,
                        0,
                        EventMode.SUMMARY,
                        null,
                        Results.REJECTS,
                        RemovalLimit.DEFAULT));
    }

    @Test
    void readsEveryParameter() {
        ImportParameters parameters = ImportParameters.of(query(
                "ifExists",
                "merge",
                "ids",
                "prefer",
                "dryRun",
                "true",
                "onReject",
                "stop",
                "maxRejects",
                "7",
                "chunkSize",
                "50",
                "parallelism",
                "3",
                "events",
                "record",
                "job",
                "Weekend-1.a:b_c",
                "results",
                "all"));

        assertThat(parameters)
                .isEqualTo(new ImportParameters(
                        Operation.IMPORT,
                        JobOptions.DEFAULTS
                                .with(JobOption.IF_EXISTS, IfExists.MERGE)
                                .with(JobOption.IDS, IdMode.PREFER)
                                .with(JobOption.DRY_RUN, true),
                        true,
                        7,
                        50,
                        3,
                        EventMode.RECORD,
                        "Weekend-1.a:b_c",
                        Results.ALL,
                        RemovalLimit.DEFAULT));
    }

    @Test
    void readsWhatIsDoneWithTheRecords() {
        assertThat(ImportParameters.of(query("op", "remove")).operation()).isEqualTo(Operation.REMOVE);
        assertThat(ImportParameters.of(query("op", "import")).operation()).isEqualTo(Operation.IMPORT);
    }

    @Test
    void readsWhetherTheJobCanBeUndone() {
        assertThat(ImportParameters.of(query("undo", "true")).options().get(JobOption.UNDO))
                .isTrue();
        assertThat(ImportParameters.of(query("undo", "true", "op", "remove"))
                        .options()
                        .get(JobOption.UNDO))
                .isTrue();
        assertThat(ImportParameters.of(query("undo", "true", "op", "mirror", "scope", "realm"))
                        .options()
                        .get(JobOption.UNDO))
                .isTrue();
        assertThat(refusal(query("undo", "true", "op", "verify"))).contains("undo", "op=verify");
        assertThat(refusal(query("undo", "true", "dryRun", "true"))).contains("undo", "dryRun");
        assertThat(refusal(query("op", "undo"))).contains("op", "import, remove, verify");
    }

    @Test
    void readsWhatIsLeftOut() {
        assertThat(ImportParameters.of(query("drop", "unknown-fields,unwritable-attributes"))
                        .options()
                        .get(JobOption.DROP))
                .containsExactlyInAnyOrder(Drop.UNWRITABLE_ATTRIBUTES, Drop.UNKNOWN_FIELDS);
        assertThat(ImportParameters.of(query("drop", "unknown-fields", "op", "verify"))
                        .options()
                        .get(JobOption.DROP))
                .containsExactly(Drop.UNKNOWN_FIELDS);
        assertThat(ImportParameters.of(query("drop", "unknown-references", "op", "mirror", "scope", "realm"))
                        .options()
                        .get(JobOption.DROP))
                .containsExactly(Drop.UNKNOWN_REFERENCES);
        for (String wrong : List.of("unknown-fields,", "all", "unknown-fields,unknown-fields", "UNKNOWN_FIELDS")) {
            assertThat(refusal(query("drop", wrong)))
                    .contains(
                            "`drop`",
                            "`unwritable-attributes`, `unknown-references`, `unknown-fields`, `unknown-hashes`");
        }
        assertThat(refusal(query("drop", ""))).contains("`drop` is empty");
        assertThat(refusal(query("drop", "unknown-fields", "op", "remove"))).contains("drop", "op=remove");
        assertThat(refusal(query("drop", "unknown-fields,unknown-references", "op", "verify")))
                .contains("op=verify", "unknown-fields");
    }

    @Test
    void readsWhatNewUsersWithoutAPasswordGet() {
        assertThat(ImportParameters.of(query()).options().get(JobOption.NO_PASSWORD))
                .isEqualTo(NoPassword.ACCEPT);
        ImportParameters update = ImportParameters.of(query("noPassword", "update"));
        assertThat(update.options().get(JobOption.NO_PASSWORD)).isEqualTo(NoPassword.UPDATE);
        update.requireOf("users");
        assertThat(refusal(() -> update.requireOf("roles"))).contains("noPassword", "roles", "users");
        assertThat(refusal(query("noPassword", "update", "op", "remove"))).contains("noPassword", "op=remove");
        assertThat(refusal(query("noPassword", "update", "op", "verify"))).contains("noPassword", "op=verify");
        assertThat(refusal(query("noPassword", "UPDATE_PASSWORD"))).contains("noPassword", "accept, update");
    }

    @Test
    void readsWhatAVerificationTells() {
        ImportParameters parameters = ImportParameters.of(query("op", "verify", "ids", "ignore", "extra", "true"));

        assertThat(parameters.operation()).isEqualTo(Operation.VERIFY);
        assertThat(parameters.options().get(JobOption.EXTRA)).isTrue();
        assertThat(refusal(query("op", "verify", "ifExists", "fail"))).contains("ifExists", "op=verify");
        assertThat(refusal(query("op", "verify", "dryRun", "true"))).contains("dryRun", "op=verify");
        assertThat(refusal(query("extra", "true"))).contains("extra", "op=import");
    }

    @Test
    void readsWithinWhatAMirrorRemoves() {
        ImportParameters whole = ImportParameters.of(query("op", "mirror", "scope", "realm", "maxRemovals", "10"));
        ImportParameters parts =
                ImportParameters.of(query("op", "mirror", "organization", "acme", "group", "/Sales & more"));

        assertThat(whole.options().get(JobOption.IF_EXISTS)).isEqualTo(IfExists.OVERWRITE);
        assertThat(whole.options().get(JobOption.SCOPE)).isEqualTo(Map.of("scope", "realm"));
        assertThat(whole.maxRemovals()).isEqualTo(new RemovalLimit(BigDecimal.TEN, false));
        assertThat(parts.options().get(JobOption.SCOPE))
                .isEqualTo(Map.of("organization", "acme", "group", "/Sales & more"));
        assertThat(parts.maxRemovals()).hasToString("0.1%");
        assertThat(refusal(query("op", "mirror", "scope", "realm", "client", "shop")))
                .contains("excludes", "`client`");
        assertThat(refusal(query("op", "mirror", "scope", "realm", "ifExists", "overwrite")))
                .contains("ifExists");
        assertThat(refusal(query("op", "mirror", "organization", " "))).contains("organization", "empty");
        assertThat(refusal(query("op", "mirror", "group", "/" + "x".repeat(200))))
                .contains("200");
        for (String ofMirror : List.of("organization", "group", "client", "source", "maxRemovals")) {
            assertThat(refusal(query(ofMirror, "1"))).contains(ofMirror, "op=import");
            assertThat(refusal(query("op", "remove", ofMirror, "1"))).contains(ofMirror, "op=remove");
        }
    }

    @Test
    void takesKindsInAnyOrderForAVerificationOfSeveral() {
        ImportParameters chosen =
                ImportParameters.ofRealm(query("op", "verify", "extra", "true", "kinds", "users,roles,users"));

        assertThat(chosen.options().get(JobOption.SCOPE)).isEqualTo(Map.of("kinds", "roles,users"));
        assertThat(ImportParameters.ofRealm(query("op", "verify", "extra", "true"))
                        .options()
                        .get(JobOption.SCOPE))
                .isEmpty();
        assertThat(refusal(() -> ImportParameters.ofRealm(query("op", "verify", "kinds", "roles"))))
                .contains("`kinds`", "extra=true");
        assertThat(refusal(query("op", "verify", "extra", "true", "kinds", "roles")))
                .contains("Unknown query parameter \"kinds\"");
    }

    @Test
    void refusesToRemoveWhatExistsInAnyParticularWay() {
        assertThat(refusal(query("op", "remove", "ifExists", "fail"))).contains("ifExists", "op=remove");
    }

    @Test
    void refusesToRemoveWithGivenIds() {
        assertThat(refusal(query("op", "remove", "ids", "strict"))).contains("`ids`", "op=remove");
    }

    @Test
    void namesTheWaysToTreatIdsWhenItRefusesAnother() {
        assertThat(refusal(query("ids", "keep")))
                .isEqualTo("Query parameter `ids` must be one of strict, prefer, ignore");
    }

    @ParameterizedTest
    @CsvSource({
        "op, delete",
        "ifexists, skip",
        "ifExists, SKIP",
        "ifExists, replace",
        "ids, keep",
        "ids, PREFER",
        "dryRun, yes",
        "onReject, abort",
        "maxRejects, -1",
        "chunkSize, 0",
        "chunkSize, 10001",
        "chunkSize, ten",
        "parallelism, 0",
        "parallelism, AUTO",
        "events, all",
        "job, '../x'",
        "job, ''",
        "results, none",
    })
    void refusesWhatItDoesNotKnow(String name, String value) {
        assertThat(refusal(query(name, value))).contains(name);
    }

    @Test
    void refusesAParameterThatStandsTwice() {
        assertThat(refusal(query("job", "a", "job", "b"))).contains("job` appears more than once");
    }

    /** The message of the 400 that a query is answered with. */
    private static String refusal(MultivaluedMap<String, String> query) {
        return refusal(() -> ImportParameters.of(query));
    }

    private static String refusal(ThrowingCallable reading) {
        ErrorResponseException refused = catchThrowableOfType(ErrorResponseException.class, reading);
        Response response = refused.getResponse();
        assertThat(response.getStatus()).isEqualTo(400);
        return ((ErrorRepresentation) response.getEntity()).getErrorMessage();
    }
}
