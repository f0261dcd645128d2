// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.input;

/**
 * Something that a body as a whole gives reason to say.
 *
 * @param code stable
 * @param message for people
 */
public record InputWarning(String code, String message) {}
