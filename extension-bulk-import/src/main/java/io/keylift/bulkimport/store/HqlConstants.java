// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.store;

import java.util.Collection;
import java.util.stream.Collectors;

/** Constants of enums in the text of an HQL query. */
final class HqlConstants {

    private HqlConstants() {}

    /** A list for {@code in}. */
    static String list(Collection<? extends Enum<?>> constants) {
        return constants.stream()
                .map(constant -> constant.getDeclaringClass().getName() + "." + constant.name())
                .sorted()
                .collect(Collectors.joining(", ", "(", ")"));
    }
}
