// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
/**
 * The SPI of kinds: the types that a kind implements, those that the engine gives it, and helpers for rules, keys and
 * exports. A JAR with a kind of its own needs these and {@link io.keylift.bulkimport.rows}.
 */
package io.keylift.bulkimport.kind.spi;
