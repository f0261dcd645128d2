// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.client;

import io.keylift.client.answer.AnswerLine;
import java.time.Duration;

/** Follows a job. The methods are called by the threads of the job. */
public interface JobListener {

    /** Hears nothing. */
    JobListener NONE = new JobListener() {};

    /** An attempt begins. Its answer is about the whole job, so counts begin at zero again. */
    default void begins(int attempt) {}

    /** A line of the answer. */
    default void line(AnswerLine line) {}

    /** How much of the input was sent in this attempt. */
    default void sent(long bytes) {}

    /** The attempt ended before the job, and another one follows after a pause. */
    default void waits(String reason, Duration pause) {}
}
