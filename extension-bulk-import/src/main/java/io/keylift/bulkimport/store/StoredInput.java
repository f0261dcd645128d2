// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.store;

import io.keylift.bulkimport.job.ImportJob;
import jakarta.persistence.Column;
import jakarta.persistence.Embeddable;

/** The columns of {@link ImportJob.Input}, all {@code null} before the whole input is read. */
@Embeddable
class StoredInput {

    @Column(name = "INPUT_SHA256", length = 64)
    private String sha256;

    @Column(name = "INPUT_BYTES")
    private Long bytes;

    protected StoredInput() {}

    ImportJob.Input toInput() {
        return sha256 == null ? null : new ImportJob.Input(sha256, bytes);
    }
}
