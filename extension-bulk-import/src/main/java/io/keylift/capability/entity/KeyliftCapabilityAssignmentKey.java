// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.capability.entity;

import java.io.Serializable;

/** Key of {@link KeyliftCapabilityAssignmentEntity}. */
public record KeyliftCapabilityAssignmentKey(String holderType, String holderId, String capabilityId)
        implements Serializable {}
