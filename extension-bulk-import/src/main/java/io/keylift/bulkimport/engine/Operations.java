// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.engine;

import io.keylift.bulkimport.job.Operation;
import io.keylift.bulkimport.kind.spi.ImportKind;
import io.keylift.bulkimport.kind.spi.RecordOperation;
import io.keylift.bulkimport.mirror.Mirror;
import io.keylift.bulkimport.verification.Verification;

/** The operation of a job on the records of a kind. */
final class Operations {

    private Operations() {}

    /** @param operation one that the kind has */
    static <R> RecordOperation<R, ?> of(ImportKind<R, ?> kind, Operation operation) {
        return switch (operation) {
            case IMPORT -> kind;
            case REMOVE -> kind.removal();
            case VERIFY -> new Verification<>(kind);
            case MIRROR -> new Mirror<>(kind);
            case UNDO -> throw new IllegalArgumentException("The records of an undo are those that a job has kept");
        };
    }
}
