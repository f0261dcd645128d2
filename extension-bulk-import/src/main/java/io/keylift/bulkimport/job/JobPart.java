// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.job;

/**
 * The counters of one kind in a job of several kinds.
 *
 * @param kind id of the kind
 */
public record JobPart(String kind, Counters counters) {}
