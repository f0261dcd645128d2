// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.capability.entity;

import java.io.Serializable;

/** Key of {@link KeyliftCapabilityMemberEntity}. */
public record KeyliftCapabilityMemberKey(String setId, String name) implements Serializable {}
