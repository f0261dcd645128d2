// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.job;

/**
 * What a job of several kinds has done with the records of one of them.
 *
 * @param kind id of the kind
 */
public record JobPart(String kind, Counters counters) {}
