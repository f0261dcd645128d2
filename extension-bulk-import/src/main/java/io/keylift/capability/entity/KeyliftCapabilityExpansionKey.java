// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.capability.entity;

import java.io.Serializable;

/** Key of {@link KeyliftCapabilityExpansionEntity}. */
public record KeyliftCapabilityExpansionKey(String setId, String capabilityId) implements Serializable {}
