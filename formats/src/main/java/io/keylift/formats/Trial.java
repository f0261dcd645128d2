// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.formats;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;

/**
 * The result of a mapping for one record.
 *
 * @param before the record as the mapping sees it; {@code null} if it could not be read
 * @param after the lines and problems that it gives
 */
public record Trial(JsonNode before, List<Converted> after) {

    static List<Trial> of(Conversion conversion, int most) {
        List<Trial> trials = new ArrayList<>();
        Origin last = null;
        while (conversion.hasNext()) {
            Converted item = conversion.next();
            Origin origin = item.origin();
            boolean same = last != null
                    && last.number() == origin.number()
                    && last.file().equals(origin.file());
            if (!same && trials.size() == most) {
                return trials;
            }
            if (!same) {
                trials.add(new Trial(origin.original(), new ArrayList<>()));
            }
            trials.get(trials.size() - 1).after().add(item);
            last = origin;
        }
        return trials;
    }
}
