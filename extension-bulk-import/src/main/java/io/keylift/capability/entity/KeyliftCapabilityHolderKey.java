// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.capability.entity;

import java.io.Serializable;

/** Key of {@link KeyliftCapabilityHolderEntity}. */
public record KeyliftCapabilityHolderKey(String type, String id) implements Serializable {}
