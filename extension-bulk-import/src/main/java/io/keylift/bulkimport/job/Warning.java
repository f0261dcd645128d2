// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.job;

/**
 * Something that the caller requested but probably did not intend.
 *
 * @param code stable code a program may act on, in snake case
 * @param message message for people
 */
public record Warning(String code, String message) {}
