// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.job;

import java.util.Map;
import java.util.Set;

/**
 * The definition of a job. A resumed job must have the same values: chunk numbers, keys and outcomes depend on them.
 *
 * @param id the job's name in its realm, chosen by the caller or generated
 * @param realmId id of the realm imported into
 * @param kind id of the kind imported, or {@link #REALM}
 * @param operation the operation on each record
 * @param chunkSize records in a chunk, the unit of commit
 * @param undoes the job that this one undoes; {@code null} unless it is an undo
 * @param options the options that the caller has chosen
 */
public record JobSpec(
        String id, String realmId, String kind, Operation operation, int chunkSize, Undone undoes, JobOptions options) {

    /** Kind of a job whose input has records of any kinds, each with the name of its own. No kind has this id. */
    public static final String REALM = "realm";

    /** The only name of the scope that is the whole realm. */
    public static final String WHOLE = "scope";

    /** Name of the scope that is a list of kinds, separated by commas. */
    public static final String KINDS = "kinds";

    /**
     * A job that is undone.
     *
     * @param uid surrogate id
     * @param id its name in the realm
     */
    public record Undone(String uid, String id) {}

    /** A job that undoes no other job. */
    public JobSpec(String id, String realmId, String kind, Operation operation, int chunkSize, JobOptions options) {
        this(id, realmId, kind, operation, chunkSize, null, options);
    }

    public IfExists ifExists() {
        return options.get(JobOption.IF_EXISTS);
    }

    public IdMode ids() {
        return options.get(JobOption.IDS);
    }

    public boolean dryRun() {
        return options.get(JobOption.DRY_RUN);
    }

    public boolean extra() {
        return options.get(JobOption.EXTRA);
    }

    public boolean undo() {
        return options.get(JobOption.UNDO);
    }

    public Set<Drop> drops() {
        return options.get(JobOption.DROP);
    }

    public NoPassword noPassword() {
        return options.get(JobOption.NO_PASSWORD);
    }

    public Map<String, String> scope() {
        return options.get(JobOption.SCOPE);
    }

    /** Whether the input names the kind of each record. */
    public boolean isOfRealm() {
        return kind.equals(REALM);
    }

    /** The definition for the records of one kind. */
    public JobSpec ofKind(String one) {
        boolean searches =
                extra() && (searchedKinds().isEmpty() || searchedKinds().contains(one));
        return new JobSpec(id, realmId, one, operation, chunkSize, undoes, options.with(JobOption.EXTRA, searches));
    }

    /** The definition with another policy for existing objects. */
    public JobSpec with(IfExists policy) {
        return new JobSpec(id, realmId, kind, operation, chunkSize, undoes, options.with(JobOption.IF_EXISTS, policy));
    }

    /**
     * Kinds of which a verification reports objects that no record names; empty unless the caller has chosen some of
     * several kinds.
     */
    public Set<String> searchedKinds() {
        return scope().containsKey(KINDS) ? Set.of(scope().get(KINDS).split(",")) : Set.of();
    }

    public boolean isRemoval() {
        return operation == Operation.REMOVE;
    }

    public boolean isUndo() {
        return operation == Operation.UNDO;
    }

    /**
     * Whether this import or removal is a part of an undo. The records of such an import are stored objects: each has
     * every field that it had, and every other field of the existing object was added by the undone job.
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
