// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.request;

/**
 * An observer that, if it is immediate, may also be told of a finished request a little later, together with others and on another thread: then its code and data are warm, and
 * it takes a fraction of the time. What reads its figures has {@link RequestTimings#catchUp()} called first.
 */
public interface PatientObserver extends RequestObserver {

    /** Whether it may be told of this request later; asked where it has just ended. */
    boolean canWaitFor(RequestBreakdown request);
}
