// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.formats;

import java.nio.charset.Charset;
import java.util.Map;

/**
 * Settings of a conversion.
 *
 * @param options values of {@code $options} of the mapping
 * @param charset charset of files without a byte order mark; {@code null}: recognized
 * @param separator separator of CSV; {@code null}: recognized
 */
public record Settings(Map<String, String> options, Charset charset, Character separator) {

    /** Everything is recognized. */
    public static final Settings NONE = new Settings(Map.of(), null, null);
}
