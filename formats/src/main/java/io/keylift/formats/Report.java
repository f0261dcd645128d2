// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.formats;

import java.util.List;
import java.util.Map;

/**
 * Counts of a conversion so far.
 *
 * @param read records read, in the last pass
 * @param written lines by kind
 * @param problems records with problems
 * @param without records that gave no line and no problem, by file, such as those of a file that is joined
 * @param leftOut fields that were left out, the most frequent first
 */
public record Report(
        long read, Map<String, Long> written, long problems, Map<String, Long> without, List<LeftOut> leftOut) {}
