// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.client.realm;

import io.keylift.client.JobListener;
import io.keylift.client.answer.SummaryLine;

/** Follows a copy. */
public interface CopyListener {

    /** A step begins. */
    void begins(String step);

    /** The listener of the job that imports or verifies a part. */
    JobListener job(String name);

    /** The job of a part has ended. */
    void ended(String name, SummaryLine summary);
}
