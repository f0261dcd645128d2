// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.startup;

/**
 * Why this server imports nothing.
 *
 * @param code stable
 * @param message what is wrong, and what to do
 */
public record Refusal(String code, String message) {}
