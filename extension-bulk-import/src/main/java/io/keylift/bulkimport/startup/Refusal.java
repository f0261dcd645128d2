// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.startup;

/**
 * The reason why this server refuses imports.
 *
 * @param code stable code
 * @param message what is wrong, and what to do
 */
public record Refusal(String code, String message) {}
