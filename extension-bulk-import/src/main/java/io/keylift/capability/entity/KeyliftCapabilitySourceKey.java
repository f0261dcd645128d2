// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.capability.entity;

import java.io.Serializable;

/** Key of {@link KeyliftCapabilitySourceEntity}. */
public record KeyliftCapabilitySourceKey(String realmId, String name) implements Serializable {}
