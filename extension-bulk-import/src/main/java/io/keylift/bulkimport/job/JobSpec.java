// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.job;

import java.util.Map;
import java.util.Set;

/**
 * What defines an import. A resumed job must have the same values: only then do chunk numbers, keys and outcomes mean
 * the same.
 *
 * @param id the job's name in its realm, chosen by the caller or generated
 * @param realmId id of the realm imported into
 * @param kind id of the kind imported, or {@link #REALM}
 * @param operation what is done with the records
 * @param ifExists what happens to records whose key is taken; has no effect on a removal
 * @param ids what happens to the ids that records give; has no effect on a removal
 * @param dryRun whether records are validated and resolved but not written
 * @param chunkSize records in a chunk, the unit of commit
 * @param extra whether a verification also tells what the realm has and no record does
 * @param undo whether the job keeps what is needed to undo it
 * @param undoes the job that this one undoes; {@code null} unless it is an undo
 * @param scope within what a mirror removes, or a verification of several kinds tells what no record names: values by
 *     the names of query parameters; empty for other jobs
 * @param drops what is left out of records instead of rejecting them
 * @param noPassword what happens to new users who have nothing to sign in with
 */
public record JobSpec(
        String id,
        String realmId,
        String kind,
        Operation operation,
        IfExists ifExists,
        IdMode ids,
        boolean dryRun,
        int chunkSize,
        boolean extra,
        boolean undo,
        Undone undoes,
        Map<String, String> scope,
        Set<Drop> drops,
        NoPassword noPassword) {

    /** Kind of a job whose input has records of any kinds, each with the name of its own. No kind has this id. */
    public static final String REALM = "realm";

    /** The only name of the scope that is the whole realm. */
    public static final String WHOLE = "scope";

    /** Name of the scope that is a list of kinds, separated by commas. */
    public static final String KINDS = "kinds";

    public JobSpec {
        scope = Map.copyOf(scope);
        drops = Set.copyOf(drops);
    }

    /**
     * A job that is undone.
     *
     * @param uid surrogate id
     * @param id its name in the realm
     */
    public record Undone(String uid, String id) {}

    /** A job that neither keeps what it changes nor undoes another one, is no mirror, and leaves out nothing. */
    public JobSpec(
            String id,
            String realmId,
            String kind,
            Operation operation,
            IfExists ifExists,
            IdMode ids,
            boolean dryRun,
            int chunkSize,
            boolean extra) {
        this(
                id,
                realmId,
                kind,
                operation,
                ifExists,
                ids,
                dryRun,
                chunkSize,
                extra,
                false,
                null,
                Map.of(),
                Set.of(),
                NoPassword.ACCEPT);
    }

    /** Whether the input names the kind of each record. */
    public boolean isOfRealm() {
        return kind.equals(REALM);
    }

    /** The same for the records of one kind. */
    public JobSpec ofKind(String one) {
        boolean searches =
                extra && (searchedKinds().isEmpty() || searchedKinds().contains(one));
        return new JobSpec(
                id,
                realmId,
                one,
                operation,
                ifExists,
                ids,
                dryRun,
                chunkSize,
                searches,
                undo,
                undoes,
                scope,
                drops,
                noPassword);
    }

    /** The same for records that have a policy of their own for what exists. */
    public JobSpec with(IfExists policy) {
        return new JobSpec(
                id,
                realmId,
                kind,
                operation,
                policy,
                ids,
                dryRun,
                chunkSize,
                extra,
                undo,
                undoes,
                scope,
                drops,
                noPassword);
    }

    /**
     * The kinds of which a verification tells what no record names; empty unless the caller has chosen some of several.
     */
    public Set<String> searchedKinds() {
        return scope.containsKey(KINDS) ? Set.of(scope.get(KINDS).split(",")) : Set.of();
    }

    public boolean isRemoval() {
        return operation == Operation.REMOVE;
    }

    public boolean isUndo() {
        return operation == Operation.UNDO;
    }

    /**
     * Whether this import or removal gives back what another job changed. The records of such an import are objects as
     * they were: each has every field that it had, and what the realm has in addition was added by that job.
     */
    public boolean givesBack() {
        return operation != Operation.UNDO && undoes != null;
    }

    public boolean isVerification() {
        return operation == Operation.VERIFY;
    }

    public boolean isMirror() {
        return operation == Operation.MIRROR;
    }
}
