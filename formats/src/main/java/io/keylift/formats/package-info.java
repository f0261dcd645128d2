// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
/**
 * Reads files of other systems and maps them to records of Keylift by programs in jq. It knows neither HTTP nor
 * Keycloak.
 *
 * <ol>
 *   <li>{@link io.keylift.formats.Input}: a file, perhaps packed.
 *   <li>{@link io.keylift.formats.Mapping}: a program for one system, found by its name, by a file of the user, or by
 *       {@link io.keylift.formats.Recognition}.
 *   <li>{@link io.keylift.formats.Conversion}: hands out lines to import, problems of single records, and a
 *       {@link io.keylift.formats.Report} of what is left out.
 * </ol>
 */
package io.keylift.formats;
