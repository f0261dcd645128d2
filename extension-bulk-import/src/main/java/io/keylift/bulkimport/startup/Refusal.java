// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.startup;

/**
 * The reason why this server refuses imports.
 *
 * @param code stable code
 * @param message the problem, and the remedy
 */
public record Refusal(String code, String message) {}
