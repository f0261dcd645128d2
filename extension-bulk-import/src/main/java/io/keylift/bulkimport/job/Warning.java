// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.job;

/**
 * Something that an import was asked for and that its caller has hardly meant.
 *
 * @param code stable code a program may act on, in snake case
 * @param message sentence for a person
 */
public record Warning(String code, String message) {}
