// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.formats;

/**
 * A record that is not converted; the conversion goes on behind it, unless {@code last}.
 *
 * @param code stable, such as {@code malformed_json}
 * @param pointer JSON pointer to the field within the original record; empty for the record as a whole
 * @param message what is wrong, without values of the record
 * @param last whether the rest of this file cannot be read
 */
public record Problem(String code, String pointer, String message, boolean last, Origin origin) implements Converted {}
