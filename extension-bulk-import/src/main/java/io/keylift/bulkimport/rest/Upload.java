// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.rest;

import io.keylift.bulkimport.document.DocumentReader;
import io.keylift.bulkimport.engine.ImportInput;
import io.keylift.bulkimport.input.Documents;
import io.keylift.bulkimport.input.InputException;
import io.keylift.bulkimport.input.InputFormat;
import io.keylift.bulkimport.input.InputLimits;
import io.keylift.bulkimport.input.KindRecords;
import io.keylift.bulkimport.input.RecordReader;
import io.keylift.bulkimport.input.SpoolException;
import io.keylift.bulkimport.job.CommittedChunk;
import java.io.IOException;
import java.util.Arrays;

/**
 * The body of an import's request.
 *
 * @param documents reads a body that is a document; {@code null} if the job's records have one kind
 * @param length its size in bytes, or {@link ImportInput#UNKNOWN_SIZE}
 */
record Upload(BodySpool body, InputFormat format, boolean gzip, Documents documents, long length) {

    /** Begins to read; an error at the very beginning of the body still becomes a status. */
    ImportInput open(JobKinds kinds, InputLimits limits, int chunkSize, int maxChunkBytes) {
        try {
            RecordReader lines = format.open(body, gzip, limits, documents);
            RecordReader records = kinds.isOfRealm() ? new KindRecords(lines, kinds.ids()::contains) : lines;
            return new ImportInput(records, chunkSize, maxChunkBytes, length);
        } catch (InputException e) {
            throw refused(e);
        } catch (SpoolException e) {
            throw Errors.insufficientStorage(
                    "The spool directory of this node is full or not writable. Free some space, then send the document"
                            + " again.",
                    SpoolException.CODE);
        } catch (IOException e) {
            throw brokeOff();
        }
    }

    /**
     * A job must be resumed with the input that it began with. A difference further on ends the run when it is reached.
     */
    static void requireSameFirstChunk(ImportInput input, CommittedChunk first) {
        if (!Arrays.equals(first.digest(), firstDigest(input))) {
            throw Errors.conflict("This input differs from the input that started this job; use another job id");
        }
    }

    private static byte[] firstDigest(ImportInput input) {
        try {
            return input.firstDigest();
        } catch (InputException e) {
            throw refused(e);
        } catch (IOException e) {
            throw brokeOff();
        }
    }

    private static RuntimeException refused(InputException e) {
        return e.code().equals(DocumentReader.TOO_LARGE)
                ? Errors.tooLarge(e.getMessage(), e.code())
                : Errors.badRequest(e.getMessage(), e.code());
    }

    private static RuntimeException brokeOff() {
        return Errors.badRequest("The input broke off");
    }
}
