// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.schema;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.bulkimport.job.JobOption;
import java.util.Locale;

/** Adds the schemas of the query parameters whose values {@link JobOption} lists. */
final class OptionSchemas {

    private OptionSchemas() {}

    /** @param parameters the component of each parameter, with name and description */
    static void add(ObjectNode parameters) {
        for (JobOption<?> option : JobOption.ALL) {
            if (!option.choices().isEmpty()) {
                add(option, ((ObjectNode) parameters.get(component(option))).putObject("schema"));
            }
        }
    }

    private static <T> void add(JobOption<T> option, ObjectNode schema) {
        if (option.otherwise() instanceof Boolean otherwise) {
            schema.put("type", "boolean").put("default", otherwise);
        } else {
            schema.put("type", "string");
            option.choices().forEach(schema.putArray("enum")::add);
            schema.put("default", String.valueOf(option.show(option.otherwise())));
        }
    }

    private static String component(JobOption<?> option) {
        return option.name().substring(0, 1).toUpperCase(Locale.ROOT)
                + option.name().substring(1);
    }
}
