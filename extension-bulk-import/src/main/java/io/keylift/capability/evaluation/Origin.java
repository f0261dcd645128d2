// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.capability.evaluation;

import io.keylift.capability.Capability;
import io.keylift.capability.assignment.Holder;

/**
 * Where somebody has a capability from.
 *
 * @param holder the role it is assigned to, or the user
 * @param set the set that is assigned and holds it, or {@code null} if it is assigned itself
 */
public record Origin(Holder holder, Capability set) {}
