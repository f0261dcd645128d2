// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.capability.evaluation;

import io.keylift.capability.Capability;
import io.keylift.capability.assignment.Holder;

/**
 * How a user or role has a capability.
 *
 * @param holder role or user that it is assigned to
 * @param set assigned set that contains it, or {@code null} if the capability itself is assigned
 */
public record Origin(Holder holder, Capability set) {}
